/** The sign-up forms of newsletter services, and the event with which each reports a sign-up. `widgets.md` describes them. */
import { BRIEF, type Widget } from './brief.js'

/** Finds the widgets whose signs are in a page's source, in the order of the table. */
export const findWidgets = (source: string): Widget[] =>
  BRIEF.widgets.filter(({ signs }) => signs.some((sign) => source.includes(sign)))

export type { Widget }

export const toWidgetName = ({ service, form }: Pick<Widget, 'service' | 'form'>): string => `${service}, ${form}`

/** Writes the widget's line with the name of the shop's list. */
export const toWidgetLine = ({ line }: Widget, list: string): string | undefined => line?.replaceAll('LIST', list)
