/** The custom pixel, which a merchant pastes. The settings come before it in the file (custom-pixel-settings.js). */
import { type PixelSettings, startPixel } from './pixel.js'
import type { PixelApi } from './pixel-api.js'

declare const RINGUP: PixelSettings
declare const analytics: PixelApi['analytics']
declare const browser: PixelApi['browser']
declare const init: PixelApi['init']
declare const api: PixelApi

startPixel({ ...api, analytics, browser, init }, RINGUP)
