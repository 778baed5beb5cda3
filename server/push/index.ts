export { deleteSentPushes } from './due-pushes.ts'
export { pushQueue } from './queue.ts'
export { rotateVapidKeys } from './vapid.ts'
