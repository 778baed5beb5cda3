import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a certificate and its key. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Creates a certificate for a host that has signed itself, which is an authority too. */
export function createSelfSigned(folder: string, name: string, host: string): Certificate {
  const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${host}`]
  openssl('req', '-x509', ...EC, '-days', '2', ...subject, '-keyout', key, '-out', certificate)
  return { certificate, key }
}

/**
 * Creates a certificate for a host that an authority has signed. It has expired if `days` is
 * negative.
 */
export function createSigned(folder: string, authority: Certificate, host: string, days = 2): Certificate {
  const name = join(folder, `signed${days}-${host}`)
  const [certificate, key, request] = [`${name}.pem`, `${name}.key`, `${name}.csr`]
  openssl('req', '-new', ...EC, '-subj', `/CN=${host}`, '-keyout', key, '-out', request)
  writeFileSync(`${name}.ext`, `subjectAltName=DNS:${host}\n`)
  const signer = ['-CA', authority.certificate, '-CAkey', authority.key, '-CAcreateserial']
  openssl(
    'x509',
    '-req',
    '-in',
    request,
    ...signer,
    '-days',
    String(days),
    '-extfile',
    `${name}.ext`,
    '-out',
    certificate,
  )
  return { certificate, key }
}
