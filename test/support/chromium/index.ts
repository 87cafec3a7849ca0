/** Prints the path of a Chromium. Installs one first if the machine lacks it. */
import { HOW_TO_INSTALL, installChromium } from './install.js'

try {
  const path = installChromium()
  if (path) console.log(path)
  else throw new Error(HOW_TO_INSTALL)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
