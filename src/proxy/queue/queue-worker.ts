/** The entry file of the queue's thread; see thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { openBySettings, serve } from './thread.js'

if (parentPort) serve(parentPort, (log) => openBySettings(workerData, log)) // the settings, as `startQueue` gives them
