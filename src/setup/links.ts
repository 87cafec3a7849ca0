/** Puts links beside the heading of the set-up page: whoever serves it knows what else there is. */

/** Stands in the page where the links go; opened as a file, it has none. */
export const LINKS_PLACE = '<!--links-->'

/** @param links address and words, both plain text without `<` and `"` */
export function withLinks(page: string, links: [href: string, words: string][]): string {
  const anchors = links.map(([href, words]) => `<a href="${href}">${words}</a>`).join('')
  return page.replace(LINKS_PLACE, () => `<nav aria-label="Ringup">${anchors}</nav>`)
}
