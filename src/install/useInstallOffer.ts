import { useEffect, useState } from 'react'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { share } from '#src/broadcasts/actions.ts'
import { installPrompt } from '#src/browser/install-prompt.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { sendMessage } from '#src/messages/actions.ts'
import { type Entry, isUnsent } from '#src/offline/outbox/entry.ts'
import { startSwap } from '#src/swaps/actions.ts'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import { findInstallMethod, type InstallMethod, surroundings } from './install-method.ts'
import { addToRecord, mayOffer, readRecord, useRecord } from './record.ts'

/** Screens without a form, an unfinished task or a result. */
const CALM: ReadonlySet<string> = new Set(['/', '/activity', '/profile', '/track-swap-entry'])

export interface InstallOffer {
  method: InstallMethod
  /** Opens the browser's install dialog and stores the choice. Call it from a press. */
  accept: () => Promise<void>
  /** Hides the offer for 30 days. */
  dismiss: () => void
}

/** Watches the outbox for successes. */
export function useInstallOffer(): InstallOffer | undefined {
  const outbox = useOutboxSnapshot()
  const record = useRecord()
  const prompt = installPrompt.use()
  const pathname = useScreenPathname()
  const [now] = useState(Date.now)
  useSuccesses(hasSucceeded(outbox.entries))

  const method = findInstallMethod(surroundings(prompt !== undefined))
  // An app installed from the share sheet starts with separate storage: unsent entries would be
  // left behind here.
  const isDeferred = method === 'share-sheet' && outbox.entries.some(isUnsent)
  const [shownOn, setShownOn] = useState<string>()
  const [isOver, setOver] = useState(false)
  // The offer ends with its screen: it does not follow the user to the next one.
  if (shownOn !== undefined && shownOn !== pathname && !isOver) setOver(true)
  const isDue = method !== undefined && !isDeferred && !isOver && CALM.has(pathname) && mayOffer(record, now)
  const isTime = useShowWhenIdle(isDue, shown)
  const isOffered = isDue && isTime
  if (isOffered && shownOn === undefined) setShownOn(pathname)
  useEffect(() => {
    if (isOffered) addToRecord({ shownAt: Date.now() })
  }, [isOffered])
  return isOffered ? { method, accept, dismiss } : undefined
}

/** Returns whether installation may be offered on this device, on any screen. */
export function useIsInstallOfferDue(): boolean {
  const record = useRecord()
  const prompt = installPrompt.use()
  const [now] = useState(Date.now)
  return findInstallMethod(surroundings(prompt !== undefined)) !== undefined && mayOffer(record, now)
}

const dismiss = () => addToRecord({ dismissedAt: Date.now() })

async function accept() {
  const prompt = installPrompt.read()
  if (prompt === undefined) return
  await prompt.prompt()
  const { outcome } = await prompt.userChoice
  if (outcome === 'dismissed') dismiss()
  installPrompt.set(undefined)
}

function useSuccesses(isSuccess: boolean) {
  useEffect(() => {
    if (isSuccess && readRecord().succeededAt === undefined) addToRecord({ succeededAt: Date.now() })
  }, [isSuccess])
}

const shown = { before: false }

/** Actions after which the user has seen the app's value. */
const SUCCESSES: ReadonlySet<string> = new Set([share.name, startSwap.name, sendMessage.name])

/** Returns whether the server has accepted a broadcast, a swap or a message by this member. */
const hasSucceeded = (entries: readonly Entry[]): boolean =>
  entries.some(({ action, status }) => status === 'acked' && SUCCESSES.has(action))
