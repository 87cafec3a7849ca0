/** The page's script: everything below the heading. */
import { render } from 'preact'
import type { Known } from './known.js'
import type { SnippetFile } from './texts/script.js'
import { App } from './view/app.js'

/** @throws Error if the page, which html.ts writes, has no such element */
function find(selector: string): Element {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector} in the page.`)
  return element
}

const snippet: SnippetFile = JSON.parse(find('#snippet').textContent ?? '')
const known: Known | undefined = JSON.parse(document.querySelector('#known')?.textContent ?? 'null') ?? undefined
render(<App snippet={snippet} known={known} />, find('#app'))
