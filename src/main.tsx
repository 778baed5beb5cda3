import './ui/global.css.ts'
// Frames show fields and placeholders before the screens that have them have come.
import './ui/Field.css.ts'
import './ui/Skeleton.css.ts'
import { createRoot } from 'react-dom/client'
import { startApp } from './app/app.ts'
import { reloadOnMissingChunk } from './browser/chunk-reload.ts'
import { listenForInstallPrompt } from './browser/install-prompt.ts'
import { whenIdle } from './startup/when-idle.ts'
import { whenUsed } from './startup/when-used.ts'
import { yieldToMain } from './startup/yield.ts'
import { loadCode } from './ui/load-code.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
reloadOnMissingChunk()
listenForInstallPrompt()

async function start(root: HTMLElement) {
  // Evaluating all of this was a task already: a tap must not wait for the two in one.
  await yieldToMain()
  await startApp(createRoot(root))
  await whenIdle()
  document.documentElement.dataset['font'] = ''
  // Its precaching would take the line from the feed on a first visit.
  await whenUsed()
  loadCode(() => import('./browser/service-worker.ts'))
    .then(({ registerWorker }) => registerWorker())
    .catch((error: unknown) => console.warn('The service worker could not be registered.', error))
}
void start(element)
