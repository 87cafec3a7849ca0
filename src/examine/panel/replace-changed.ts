/** Draws sections again. The focus and open details stay. */

/** Replaces only sections that differ. */
export function replaceChanged(parent: HTMLElement, sections: HTMLElement[]) {
  const old = Array.from(parent.children)
  for (const details of parent.querySelectorAll<HTMLElement>('details[open]'))
    findKey(sections, details.dataset.key)?.setAttribute('open', '')
  const focused = (parent.getRootNode() as ShadowRoot).activeElement as HTMLElement | null // of this root, which is one
  sections.forEach((section, index) => {
    const before = old[index]
    if (!before) parent.append(section)
    else if (!before.isEqualNode(section)) before.replaceWith(section)
  })
  for (const rest of old.slice(sections.length)) rest.remove()
  if (focused && !focused.isConnected) findKey([parent], focused.dataset.key)?.focus({ preventScroll: true })
}

function findKey(within: HTMLElement[], key: string | undefined): HTMLElement | undefined {
  return within
    .flatMap((each) => Array.from(each.querySelectorAll<HTMLElement>('[data-key]')))
    .find(({ dataset }) => key && dataset.key === key)
}
