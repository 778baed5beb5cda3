import { useQueryClient } from '@tanstack/react-query'
import { subscribePush, unsubscribePush } from '#contract/notifications/settings.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { devicePushQuery, type PushProblem, turnOffPush, turnOnPush } from './device-push.ts'
import { notificationSettingsQuery } from './queries.ts'

const TEXTS: Readonly<Record<PushProblem, string>> = {
  denied:
    'This browser blocks notifications from this site. Allow them in the settings of the site, next to its address or in the settings of the app, then try again.',
  dismissed: 'Notifications are still off. Choose “Allow” when the browser shows its question.',
  offline: "You're offline. Notifications can be turned on with a connection.",
  failed: "The browser's push service cannot be reached. Check the connection and try again.",
}

/** Turns pushes to this device on and off, at once: a subscription belongs to the session. */
export function usePushSwitch(member: string) {
  const client = useQueryClient()
  const on = useAttempt(subscribePush.failure)
  const off = useAttempt(unsubscribePush.failure)
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: devicePushQuery.queryKey }),
      client.invalidateQueries({ queryKey: notificationSettingsQuery(member).queryKey }),
    ])
  const turnOn = async (publicKey: string): Promise<boolean> => {
    off.fail(undefined)
    let isOn = false
    await on.attempt(async () => {
      const problem = await turnOnPush(member, publicKey)
      isOn = problem === undefined
      await refresh()
      if (problem !== undefined) on.fail(TEXTS[problem])
    })
    return isOn
  }
  const turnOff = () => {
    on.fail(undefined)
    return off.attempt(async () => {
      await turnOffPush(member)
      await refresh()
    })
  }
  return { turnOn, turnOff, failure: on.failure ?? off.failure, isBusy: on.isBusy || off.isBusy }
}
