/** Why the script does not run: rows of what the browser said of the request for it. The first that holds counts. */
import type { ScriptLoad, Sentence } from '../contract/verify.js'
import { safely } from '../snippet/core/safely.js'
import type { Heard } from './watch.js'

const TO_PROXY = 'Let the web server pass this path to the proxy.'

const LOADS: [when: (load: ScriptLoad) => unknown, text: (load: ScriptLoad, directive: string) => Sentence][] = [
  [
    ({ failed }) => failed === 'csp',
    ({ url }, directive) => [
      `The page’s Content-Security-Policy blocks the script (${directive}).`,
      `Add ${toOrigin(url)} to script-src, or the page’s nonce to the tag.`,
    ],
  ],
  [
    ({ failed }) => failed === 'mixed-content',
    ({ url }) => [`The page is https and the script is not: browsers block ${url}.`, 'Write https:// in the tag.'],
  ],
  [
    ({ status = 0 }) => status >= 400,
    ({ url, status }) => [
      `The script ${url} answers ${status}.`,
      /\/ringup-\d/.test(url)
        ? 'The proxy does not serve this version. Let the tag name ringup.js, or the version on the operator’s page.'
        : TO_PROXY,
    ],
  ],
  [
    ({ type = 'javascript' }) => !/javascript|ecmascript/.test(type),
    ({ url, type }) => [`At ${url} is something other than the script: its content type is ${type}.`, TO_PROXY],
  ],
  [
    ({ failed }) => failed,
    ({ url, failed }) => [`The browser cannot load the script ${url} (${failed}).`, 'See that its address is right.'],
  ],
  [
    ({ url }) => Array.from(document.scripts).some(({ src, integrity }) => src === url && integrity),
    () => [
      'The browser loads the script and does not run it: probably the tag’s integrity does not match the script that is served.',
      'The operator’s page shows the right tag.',
    ],
  ],
]

const UNKNOWN: Sentence = [
  'The script does not run on this page: it was not loaded, or something else is called window.ringup.',
  'See the script tag, and the console for a blocked or failed ringup.js.',
]

/** @param heard `scripts` is undefined where only the page was heard */
export function toScriptSentence({ scripts, violations }: Heard): Sentence {
  if (scripts === undefined) return UNKNOWN
  const [load] = scripts
  if (!load) return ['The page has no tag of the script (ringup.js), and no other script adds it.', 'Add the tag.']
  const [, text] = LOADS.find(([when]) => when(load)) ?? []
  const violation = violations.find(({ url }) => [load.url, toOrigin(load.url)].includes(url))
  return text?.(load, violation?.directive ?? 'script-src') ?? UNKNOWN
}

const toOrigin = (url: string) => safely(() => new URL(url).origin) ?? url
