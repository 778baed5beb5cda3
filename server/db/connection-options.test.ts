import { expect, test } from 'vitest'
import { toConnectionOptions } from './connection-options.ts'

const URL = 'postgres://ada:secret@db.example/flipside'

test.each([
  ['', URL],
  ['?sslmode=no-verify', `${URL}?sslmode=no-verify`],
  ['?sslmode=require', `${URL}?sslmode=require&uselibpqcompat=true`],
  ['?sslmode=verify-full', `${URL}?sslmode=verify-full&uselibpqcompat=true`],
])('DATABASE_URL with "%s" has the meaning of libpq', (query, connectionString) => {
  expect(toConnectionOptions(`${URL}${query}`).connectionString).toBe(connectionString)
})

test.each([
  ['?sslmode=prefer', 'The sslmode of DATABASE_URL must be disable, require, verify-ca or verify-full.'],
  ['?sslmode=verify-ca', 'DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the certificate authority.'],
  [
    '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    'DATABASE_URL: the file of sslrootcert cannot be read (ENOENT).',
  ],
])('DATABASE_URL with "%s" is rejected', (query, message) => {
  expect(() => toConnectionOptions(`${URL}${query}`)).toThrow(message)
})
