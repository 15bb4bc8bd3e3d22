/** One lesson on a worker thread, so that several drawings are learnt in parallel. */
import { parentPort, workerData } from 'node:worker_threads'
import { learnToRead, type Lesson } from './captcha-learner'

parentPort?.postMessage(await learnToRead(workerData as Lesson))
