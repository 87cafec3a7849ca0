/** The page's script: everything below the heading. Text only ever arrives as text. */
import { render } from 'preact'
import type { Known } from './known.js'
import type { SnippetFile } from './texts/script.js'
import { App } from './view/app.js'

/** @throws Error when the page has no such element: it is written in html.ts */
function find(selector: string): Element {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector} in the page.`)
  return element
}

const snippet: SnippetFile = JSON.parse(find('#snippet').textContent ?? '')
const known: Known = JSON.parse(document.querySelector('#known')?.textContent ?? '{}')
render(<App snippet={snippet} known={known} style={find('style').textContent ?? ''} />, find('#app'))
