import { Refusal } from '#server/http/refusal.ts'
import { describeFailureCode, type FailureTexts, ServiceFailure } from './service-failure.ts'

/**
 * Runs `callService` and turns its failure into a Refusal with the text and what to do: 400, or 503 if
 * a later retry may help. `title` is the service's.
 */
export async function refuseFailures<T>(texts: FailureTexts, title: string, callService: () => Promise<T>): Promise<T> {
  try {
    return await callService()
  } catch (error) {
    const described = error instanceof ServiceFailure ? describeFailureCode(texts, error.code, title) : null
    if (!(error instanceof ServiceFailure) || described === null) throw error
    const { code, sentence, advice } = described
    if (code === 'service_away' || code === 'rate_limited')
      throw new Refusal(503, `${sentence} Please try again a little later.`, 'busy', {
        retryAfterSeconds: (error.retryAfterMs ?? 5000) / 1000,
      })
    // The advice for this one is about retries, which a request has none of.
    throw new Refusal(400, code === 'unreadable_answer' ? sentence : `${sentence} ${advice}`)
  }
}
