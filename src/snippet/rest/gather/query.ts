import { ofDocument } from '../../core/globals.js'

/** Finds elements. Markup with the name of a function does not hide the document's function. */
export const query = (root: ParentNode, css: string): Element[] => [
  ...(root === document ? ofDocument('querySelectorAll')(css) : root.querySelectorAll(css)),
]
