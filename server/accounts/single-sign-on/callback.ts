import * as v from 'valibot'
import type { SignInOutcome } from '#contract/accounts/single-sign-on.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { TextParam } from '#contract/wire.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { type Input, toInput } from '#server/http/input.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { getQueryString } from '#server/http/query.ts'
import { Refusal, toRefusal } from '#server/http/refusal.ts'
import { admitRequest } from '#server/http/request.ts'
import { findAdmissionProblem } from '#server/instance/index.ts'
import { enqueueMail } from '../mail/mail-payload.ts'
import { signInMember } from '../session/sign-in-member.ts'
import { readBrowserHash } from './browser-secret.ts'
import { type Flow, takeFlow, upsertPendingSignUp } from './flows.ts'
import { findMemberByIdentity, insertIdentity } from './identities.ts'
import { CALLBACK_PATH, type Identity, type Provider, ProviderFailure } from './provider.ts'
import { suggestName } from './suggest-name.ts'

/**
 * Where the provider sends the browser. Not in the contract: a navigation, which always redirects
 * to a screen. The other parameters belong to the provider.
 */
const signInCallback = defineEndpoint({
  method: 'GET',
  path: CALLBACK_PATH,
  summary: 'Ends a sign-in at the OpenID provider.',
  access: 'anyone',
  visibility: 'own',
  query: v.object({ state: v.pipe(TextParam, v.maxLength(200)) }),
  response: v.unknown(),
  failure: 'Failed to sign in',
})

type CallbackInput = Input<typeof signInCallback>
/** Runs an effect in a transaction, with its own input. */
type InTransaction = <T>(effect: (input: CallbackInput) => Promise<T>) => Promise<T>

/** Registers the route for the provider's response. It redirects to fixed screens only. */
export function callbackRoute(api: Api, provider: Provider | undefined): void {
  api.hono.get(CALLBACK_PATH, async (c) => {
    if (provider === undefined) throw new Refusal(404, 'Not found.')
    return c.redirect(await endSignIn(api, provider, c), 302)
  })
}

/**
 * Returns a screen's path for each response and failure: not JSON, which a browser would display.
 */
async function endSignIn(api: Api, provider: Provider, c: RequestContext): Promise<string> {
  try {
    takeProcessTokens(api, ['addressLogins'], { address: addressIn(api, c) }, api.now())
    const checked = await admitRequest(api, signInCallback, c)
    const toCallbackInput = (tx?: CallbackInput['tx']) =>
      toInput({ api, checked, c, db: tx ?? api.db, tx, prepared: undefined })
    const run: InTransaction = (effect) => inTransaction(api.db, (tx) => effect(toCallbackInput(tx)))
    return await handleCallback(api, provider, toCallbackInput(), run, getQueryString(c.req.url))
  } catch (error) {
    // The sign-in is rolled back, and with it the session that it started.
    c.header('Set-Cookie', undefined)
    toRefusal(error, api.log, c.get('requestId'))
    return toScreen('/login', { sso: 'failed' })
  }
}

async function handleCallback(
  api: Api,
  provider: Provider,
  input: CallbackInput,
  run: InTransaction,
  queryString: string,
): Promise<string> {
  const { db, now, query, config, sessionHash, logSecurity } = input
  const hashes = [readBrowserHash(config, input), sessionHash].filter((hash) => hash !== undefined)
  const flow = await takeFlow(db, query.state, hashes, now)
  if (flow === undefined) {
    logSecurity('single_sign_on_failed', { reason: 'unknown_state' })
    return toScreen('/login', { sso: 'expired' })
  }
  try {
    const identity = await provider.findIdentity(queryString, flow.secrets)
    return await (flow.memberId === null
      ? signIn(api, flow, identity, input, run)
      : link(api, flow.memberId, identity, input, run))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.outcome !== 'cancelled') logSecurity('single_sign_on_failed', { reason: error.reason })
    return flow.memberId === null
      ? toScreen('/login', { sso: error.outcome, next: flow.next })
      : toScreen('/settings/security', { sso: error.outcome })
  }
}

async function signIn(
  api: Api,
  { browserHash, next, invitation }: Flow,
  identity: Identity,
  { db, now }: CallbackInput,
  run: InTransaction,
): Promise<string> {
  const isMember = await run(async (input) => {
    const memberId = await findMemberByIdentity(input.tx, identity, now)
    if (memberId !== undefined) await signInMember(api, memberId, input)
    return memberId !== undefined
  })
  if (isMember) return toScreen('/login', { sso: 'signed_in', next })
  const problem = await findAdmissionProblem(db, invitation, now)
  if (problem !== undefined) return toScreen('/login', { sso: problem === 'closed' ? 'closed' : 'uninvited', next })
  await upsertPendingSignUp(db, browserHash, identity, suggestName(identity.preferredName), now)
  return toScreen('/signup', { sso: 'sign_up', next, invitation })
}

async function link(
  api: Api,
  memberId: number,
  identity: Identity,
  { sessionMember, now, logSecurity }: CallbackInput,
  run: InTransaction,
): Promise<string> {
  // Suspended since the start: it gains no further way to sign in.
  if (sessionMember === null || sessionMember.suspension !== null)
    return toScreen('/settings/security', { sso: 'suspended' })
  const outcome = await run(async ({ tx }) => {
    const inserted = await insertIdentity(tx, memberId, identity, now)
    if (inserted === 'linked')
      await enqueueMail(api, tx, { kind: 'way_added', member: memberId, way: 'single_sign_on' })
    return inserted
  })
  if (outcome === 'linked') logSecurity('identity_linked', { member: memberId })
  else logSecurity('single_sign_on_failed', { member: memberId, reason: outcome })
  return toScreen('/settings/security', { sso: outcome })
}

interface ScreenParams {
  readonly sso: SignInOutcome
  readonly next?: string
  readonly invitation?: string | undefined
}

function toScreen(path: '/login' | '/signup' | '/settings/security', { sso, next = '/', invitation }: ScreenParams) {
  const params = new URLSearchParams({ sso })
  if (next !== '/') params.set('next', next)
  if (invitation !== undefined) params.set('invitation', invitation)
  return `${path}?${params}`
}
