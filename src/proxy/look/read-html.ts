/** What matters of a page's HTML, as it is before any script runs. */
import { Tokenizer } from 'htmlparser2'

export interface Script {
  attributes: Map<string, string>
  text: string
}

export interface Html {
  /** Scripts in the order of the page. */
  scripts: Script[]
  /** Contents of `<meta http-equiv="Content-Security-Policy">`. */
  policies: string[]
  /** `href` of the first `<base>` that has one. */
  baseHref: string | undefined
  /** How many elements are marks of an order. */
  marks: number
  /** The lists that forms name. */
  forms: string[]
}

/** More than any tag of a shop has. */
const MAX_ATTRIBUTES = 500
/** Elements whose content is no part of the page: it is not shown, or is text where scripts run. */
const INERT = ['template', 'noscript', 'iframe', 'noembed', 'noframes']

/**
 * Reads with a tokenizer alone, in a time that grows with the page's length: a page nested 300,000 deep, or a tag of 100,000
 * attributes, takes a parser that builds a tree minutes (test/conformance/check-page.test.ts).
 */
export function readHtml(text: string): Html {
  const html: Html = { scripts: [], policies: [], baseHref: undefined, marks: 0, forms: [] }
  let tag = ''
  let name = ''
  let value: string[] = []
  let attributes = new Map<string, string>()
  let script: Script | undefined
  /** The inert element that is open, and how many of its name are within each other. */
  let inert: { tag: string; depth: number } | undefined

  function onOpened() {
    if (tag === inert?.tag)
      inert.depth += tag === 'template' ? 1 : 0 // the others hold text
    else if (!inert && INERT.includes(tag)) inert = { tag, depth: 1 }
    else if (!inert) script = readElement(tag, attributes, html)
  }

  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = text.slice(start, end).toLowerCase()
        attributes = new Map()
        script = undefined
      },
      onattribname(start, end) {
        name = text.slice(start, end).toLowerCase()
        value = []
      },
      onattribdata: (start, end) => void value.push(text.slice(start, end)),
      onattribentity: (codepoint) => void value.push(String.fromCodePoint(codepoint)),
      onattribend() {
        // The first of two attributes of one name counts.
        if (!attributes.has(name) && attributes.size < MAX_ATTRIBUTES) attributes.set(name, value.join(''))
      },
      onopentagend: onOpened,
      onselfclosingtag: onOpened,
      onclosetag(start, end) {
        script = undefined
        if (inert && text.slice(start, end).toLowerCase() === inert.tag) {
          inert.depth -= 1
          if (inert.depth === 0) inert = undefined
        }
      },
      ontext(start, end) {
        if (script) script.text += text.slice(start, end)
      },
      ontextentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
  return html
}

/** @returns the script that it is, for its text comes behind it */
function readElement(tag: string, attributes: Map<string, string>, html: Html): Script | undefined {
  if (attributes.has('data-ringup') || attributes.has('data-ringup-item')) html.marks += 1
  if (tag === 'form' && attributes.has('data-add-to-list'))
    html.forms.push(attributes.get('data-add-to-list')?.trim() ?? '')
  if (tag === 'base') html.baseHref ??= attributes.get('href')
  const isPolicy = attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy'
  if (tag === 'meta' && isPolicy) html.policies.push(attributes.get('content') ?? '')
  if (tag !== 'script') return undefined
  const script = { attributes, text: '' }
  html.scripts.push(script)
  return script
}
