import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The server's options that an authenticator needs. */
interface PasskeyOptions {
  readonly challenge: string
  readonly rpId: string
}

/** How a response differs from a correct authenticator's and browser's. */
export interface Deviations {
  readonly type?: string
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly isUserVerified?: boolean
  readonly isUserPresent?: boolean
  readonly counter?: number
  /** Replaces the signature. */
  readonly signature?: string
  /** Replaces the credential's id beside the response. */
  readonly credentialId?: string
  readonly userHandle?: string
  /** The embedding page, as in another site's frame. */
  readonly topOrigin?: string
  /** Replaces the attestation object. */
  readonly attestation?: string
  /** The algorithm's COSE number. */
  readonly algorithm?: number
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }
const ES256 = -7

const toBase64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/**
 * A software authenticator with one ES256 key, and the browser in front of it. Follows WebAuthn,
 * sections 5.8.1 (client data), 6.1 (authenticator data) and 6.5.1 (attested credential data).
 */
export class Authenticator {
  readonly id: string
  readonly #origin: string
  /** Its private key. */
  readonly key: KeyObject
  readonly #publicKey: Uint8Array
  #userHandle = ''
  /** The next response's signature counter; 0 for an authenticator that does not count. */
  counter = 0

  constructor({ origin = 'http://localhost:3000', id = toBase64Url(randomBytes(32)) } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.id = id
    this.#origin = origin
    this.key = privateKey
    this.#publicKey = encodeKey(x, y, ES256)
  }

  /** Returns add-passkey's parameters without user and name. */
  create({ challenge, rp, user }: CreationOptions, deviations: Deviations = {}) {
    this.#userHandle = user.id
    const { algorithm } = deviations
    const publicKey = algorithm === undefined ? this.#publicKey : encodeKey('AA', 'AA', algorithm)
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKey])
    const authData = this.#authenticatorData(rp.id, deviations, FLAGS.attested, attested)
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return {
      credential_id: deviations.credentialId ?? this.id,
      client_data: this.#clientData('webauthn.create', challenge, deviations),
      attestation: deviations.attestation ?? toBase64Url(attestation),
    }
  }

  /** Returns login-by-passkey's parameters. */
  get({ challenge, rpId }: PasskeyOptions, deviations: Deviations = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, deviations)
    const authData = this.#authenticatorData(rpId, deviations)
    const signed = Buffer.concat([authData, hash(Buffer.from(clientData, 'base64url'))])
    return {
      credential_id: deviations.credentialId ?? this.id,
      client_data: clientData,
      authenticator_data: toBase64Url(authData),
      signature: deviations.signature ?? toBase64Url(sign('sha256', signed, this.key)),
      user_handle: deviations.userHandle ?? this.#userHandle,
    }
  }

  #clientData(type: string, challenge: string, { topOrigin, ...deviations }: Deviations): string {
    const embedded = topOrigin === undefined ? { crossOrigin: false } : { crossOrigin: true, topOrigin }
    const { origin = this.#origin } = deviations
    return toBase64Url(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge: deviations.challenge ?? challenge,
        origin,
        ...embedded,
      }),
    )
  }

  #authenticatorData(rpId: string, deviations: Deviations, flags = 0, attested = Buffer.alloc(0)): Buffer {
    const { isUserPresent = true, isUserVerified = true } = deviations
    const all =
      flags |
      FLAGS.backupEligible |
      FLAGS.backedUp |
      (isUserPresent ? FLAGS.present : 0) |
      (isUserVerified ? FLAGS.verified : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviations.counter ?? this.counter)
    return Buffer.concat([hash(deviations.rpId ?? rpId), Buffer.from([all]), counter, attested])
  }
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

/** Encodes a P-256 public key as COSE_Key. */
const encodeKey = (x: string, y: string, algorithm: number) =>
  isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
