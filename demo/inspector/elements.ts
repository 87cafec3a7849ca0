/** What the page has from its server's HTML, and what it asks of its server. */

/** @throws Error when the page has none: page and script are made for each other */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`There is no element ${id}.`)
  return element
}

/** @returns the answer's JSON */
export const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
