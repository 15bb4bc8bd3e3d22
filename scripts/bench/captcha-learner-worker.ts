/** One lesson on a thread of its own: drawings are learnt side by side. */
import { parentPort, workerData } from 'node:worker_threads'
import { learnToRead, type Lesson } from './captcha-learner'

parentPort?.postMessage(await learnToRead(workerData as Lesson))
