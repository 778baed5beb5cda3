import { Refusal } from '#server/http/refusal.ts'
import { refuseSourceFailures } from '../accounts/choose-account.ts'
import { type ServiceName, titles } from '../accounts/open-source.ts'
import { RelayFailure, relayFailureTexts } from './relay-failure.ts'

/** Runs `callService` and turns a failure into a Refusal that states what to do. */
export async function refuseRelayFailures<T>(service: ServiceName, callService: () => Promise<T>): Promise<T> {
  return refuseSourceFailures({ service, baseUrl: null }, async () => {
    try {
      return await callService()
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error
      const title = titles[service]
      if (error.code === 'login_ended') throw new Refusal(400, `${title} doesn't accept this token. Copy it again.`)
      if (error.code === 'service_away') throw new Refusal(503, `${title} doesn't respond. Try again later.`, 'busy')
      throw new Refusal(400, relayFailureTexts[error.code](title).sentence)
    }
  })
}
