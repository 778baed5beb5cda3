import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Instant, Nullable, Text, TextParam, TrueOrFalse, Username } from '../wire.ts'

/** A program that asks for access to a member's listening, by Audioscrobbler's `auth.getToken`. */
export type ProgramRequest = NonNullable<ResponseOf<typeof getProgramRequest>['request']>

const RequestToken = v.pipe(TextParam, v.maxLength(64, 'must be at most 64 characters'))

export const getProgramRequest = defineOwnRead({
  path: '/api/user/program-request',
  summary: 'The program that asks for access with a token; null: none does, or another member has decided.',
  query: v.object({ user: Username, token: RequestToken }),
  response: v.object({
    request: Nullable(
      v.object({
        /** Named by its User-Agent, which may name anything; empty: unnamed. */
        program: Text,
        /** As sent, cut. */
        api_key: Text,
        state: v.picklist(['pending', 'allowed', 'refused', 'expired']),
        requested_at: Instant,
        expires_at: Instant,
      }),
    ),
  }),
  failure: 'Failed to load the request',
})

export const answerProgramRequest = defineOwnWrite({
  path: '/api/user/answer-program-request',
  summary: 'Allows or refuses a program access. An allowed program becomes one of the players of the member.',
  query: changeQuery({
    token: RequestToken,
    is_allowed: TrueOrFalse,
  }),
  failure: 'Failed to answer the request',
})
