/** The elements of the server's page, and requests to the server. */

/** @throws Error if the page does not have the element */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element ${id}.`)
  return element
}

/** @returns the answer's JSON */
export const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
