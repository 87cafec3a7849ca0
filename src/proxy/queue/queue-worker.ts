/** The thread that a file's queue runs in; see thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { openBySettings, serve, type ThreadSettings } from './thread.js'

const settings: ThreadSettings = workerData // as `startQueue` gives them
if (parentPort) serve(parentPort, (log) => openBySettings(settings, log))
