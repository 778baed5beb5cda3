import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { Refused, Unreachable, type UnreachableReason } from './errors.ts'

export interface Body {
  text: string
  /** Undefined when empty or no JSON. */
  json: unknown
  isHtml: boolean
}

/** Reads a whole body; one that breaks off is no answer, for the reason that `why` gives then. */
export async function readBody(response: Response, why: () => UnreachableReason): Promise<Body> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw new Unreachable(why(), { cause })
  }
  const isHtml = /text\/html/i.test(response.headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(text)
  return { text, json: isHtml ? undefined : parseJson(text), isHtml }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Not every answer is JSON: where the spec shows none, any text is done.
  }
}

/** The code given to a 200 with an `error` and a false `success`, which for a like means that it is liked already. */
const SUCCESS_0 = 'success_0'

/** A 4xx, a 501, or a 200 with an `error` field. HTML never becomes a sentence for people. */
export function refusalIn(response: Response, body: Body, endpoint: Pick<Endpoint, 'failure'>): Refused | undefined {
  const parsed = v.safeParse(ErrorBody, body.json)
  const told = parsed.success && parsed.output.error !== '' ? parsed.output : undefined
  if (response.ok && told === undefined) return undefined
  return new Refused(response.status, body.text, {
    sentence: told?.error ?? endpoint.failure,
    code: told?.code ?? (response.ok && saysSuccess0(body.json) ? SUCCESS_0 : undefined),
    statusText: response.statusText,
    isHtml: body.isHtml,
  })
}

const Success0 = v.object({ success: v.union([v.literal(0), v.literal('0'), v.literal(false), v.literal('false')]) })
const saysSuccess0 = (json: unknown) => v.is(Success0, json)
