import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Authenticator } from './authenticator.ts'
import { createSelfSigned } from './certificates.ts'

/** The extension of Android's keys: who has made the key, and for which challenge. */
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17'

/**
 * Replaces the attestation of a new passkey by one of the format `android-key`, with certificates of
 * its own that name `revocations` as the address of their list of revoked certificates.
 */
export function attestAsAndroid<T extends { readonly client_data: string; readonly attestation: string }>(
  created: T,
  { key }: Authenticator,
  revocations: string,
): T {
  const challenge = createHash('sha256').update(Buffer.from(created.client_data, 'base64url')).digest()
  // Versions and levels of security, the challenge, and empty lists of the key's properties.
  const description = `02010a0a0100020100 0a0100 0420${challenge.toString('hex')} 0400 3000 3000`
  const certificates = createChain(key.export({ type: 'pkcs8', format: 'pem' }).toString(), [
    `${KEY_DESCRIPTION}=DER:${toSequence(description)}`,
    `crlDistributionPoints=URI:${revocations}`,
  ])
  const { authData } = Object.fromEntries(decode(created.attestation))
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(64)],
    ['x5c', certificates],
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', 'android-key'],
    ['attStmt', statement],
    ['authData', authData],
  ])
  return { ...created, attestation: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url') }
}

// An attestation is a map of CBOR.
const decode = (attestation: string) =>
  isoCBOR.decodeFirst<Map<string, unknown>>(new Uint8Array(Buffer.from(attestation, 'base64url')))

function toSequence(hex: string): string {
  const bytes = hex.replaceAll(' ', '')
  return `30${(bytes.length / 2).toString(16).padStart(2, '0')}${bytes}`
}

/** Returns a certificate of the key with these extensions, and that of the authority that signed it. */
function createChain(privateKey: string, extensions: readonly string[]): Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'attestation-'))
  try {
    const authority = createSelfSigned(folder, 'authority', 'authority.example')
    const [key, signed] = [join(folder, 'passkey.key'), join(folder, 'signed.pem')]
    writeFileSync(key, privateKey)
    const signer = ['-CA', authority.certificate, '-CAkey', authority.key, '-key', key]
    const added = extensions.flatMap((extension) => ['-addext', extension])
    const request = ['req', '-x509', '-days', '2', '-subj', '/CN=passkey', ...signer, ...added, '-out', signed]
    execFileSync('openssl', request, { stdio: 'pipe' })
    return [signed, authority.certificate].map((file) => toBytes(readFileSync(file, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const toBytes = (pem: string) => new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'))
