import {
  getLinkedIdentity,
  getPendingSignUp,
  linkIdentity,
  startSingleSignOn,
  unlinkIdentity,
} from '#contract/accounts/single-sign-on.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createNoSessionRefusal } from '#server/http/request.ts'
import { route } from '#server/http/route.ts'
import { createPasswordRefusal, isOwnPassword } from '../passwords/password-guesses.ts'
import { readBrowserHash, refreshBrowserHash } from './browser-secret.ts'
import { callbackRoute } from './callback.ts'
import { createSecrets, findPendingSignUp, insertFlow } from './flows.ts'
import { deleteIdentities, findIdentityOfMember } from './identities.ts'
import { createProvider, type Provider, ProviderFailure } from './provider.ts'

/** Registers the routes that sign in by an identity at the OpenID provider. */
export function singleSignOnRoutes(api: Api): void {
  const provider = createProvider(api.config)
  startRoute(api, provider)
  linkRoute(api, provider)
  callbackRoute(api, provider)

  route(api, getPendingSignUp, async (input) => {
    const browserHash = readBrowserHash(input.config, input)
    const pending = browserHash && (await findPendingSignUp(input.db, browserHash, input.now))
    return { pending: pending === undefined ? null : { suggested_name: pending.suggestedName } }
  })

  route(api, getLinkedIdentity, async ({ db, member, config }) => {
    const identity = await findIdentityOfMember(db, member.id)
    return {
      provider: config.singleSignOn?.name ?? null,
      identity:
        identity === undefined
          ? null
          : { linked_at: identity.linkedAt.toISOString(), last_used_at: identity.lastUsedAt?.toISOString() ?? '' },
    }
  })

  route(api, unlinkIdentity, {
    prepare: (input) => isOwnPassword(api, input.query.password, input),
    async handle({ tx, member, prepared: isRight, logSecurity }) {
      if (!isRight) throw createPasswordRefusal()
      if ((await deleteIdentities(tx, member.id)) > 0) logSecurity('identity_unlinked', { member: member.id })
    },
  })
}

function startRoute(api: Api, provider: Provider | undefined): void {
  route(api, startSingleSignOn, {
    prepare: (input) => createAddress(provider, input),
    async handle(input) {
      const { tx, query, now, prepared } = input
      const browserHash = refreshBrowserHash(input.config, input)
      const { next, invitation } = query
      await insertFlow(tx, { browserHash, memberId: null, next, invitation }, prepared.secrets, now)
      return { url: prepared.url.href }
    },
  })
}

function linkRoute(api: Api, provider: Provider | undefined): void {
  route(api, linkIdentity, {
    async prepare(input) {
      return (await isOwnPassword(api, input.query.password, input)) ? createAddress(provider, input) : undefined
    },
    async handle({ tx, member, sessionHash, now, prepared }) {
      if (prepared === undefined) throw createPasswordRefusal()
      if ((await findIdentityOfMember(tx, member.id)) !== undefined) {
        throw new Refusal(409, 'An account is linked already. Unlink it first.', 'identity_linked')
      }
      if (sessionHash === undefined) throw createNoSessionRefusal()
      const start = { browserHash: sessionHash, memberId: member.id, next: '/', invitation: undefined }
      await insertFlow(tx, start, prepared.secrets, now)
      return { url: prepared.url.href }
    },
  })
}

/**
 * Returns new secrets and the address at the provider for them. Throws a Refusal 404 on a server
 * without a provider, and 503 if it does not respond.
 */
async function createAddress(
  provider: Provider | undefined,
  { config, logSecurity }: Pick<Input<never>, 'config' | 'logSecurity'>,
) {
  if (provider === undefined) throw new Refusal(404, 'This server has no single sign-on.')
  const secrets = createSecrets()
  try {
    return { secrets, url: await provider.buildUrl(secrets) }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    logSecurity('single_sign_on_failed', { reason: error.reason })
    const name = config.singleSignOn?.name ?? ''
    throw new Refusal(503, `${name} can't be reached now. Use your password, or try again later.`, 'busy', {
      retryAfterSeconds: 60,
    })
  }
}
