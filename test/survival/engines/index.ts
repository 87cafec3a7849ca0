import { CHROMIUM, FIREFOX } from './playwright.js'
import { WEBKIT_GTK } from './webkit.js'

export const ENGINES = [CHROMIUM, FIREFOX, WEBKIT_GTK]
