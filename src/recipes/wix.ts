/** Wix: hosted, without templates. Its pages do not show scripts the e-mail address of an order. */
import type { Recipe } from './recipe.js'

export const WIX: readonly Recipe[] = [
  {
    name: 'wix-stape',
    platform: 'Wix',
    variant: 'with Stape’s Conversion Tracking app',
    paste: 'into the head of every page: Settings, Custom Code, for all pages',
    settings: { convertOn: 'purchase_stape' },
    expect:
      'The order is the app’s `purchase_stape` event, with the e-mail address. Without such an app, Wix shows scripts the order, but not its customer.',
    source: {
      repository: 'https://stape.io/helpdesk/documentation/wix-app-datalayer',
      files: ['documentation of the app’s data layer; no template is public'],
      version: 'November 2025',
    },
  },
]
