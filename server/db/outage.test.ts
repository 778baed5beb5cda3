import { expect, test } from 'vitest'
import { findDriverOutage, findOutage, markDatabaseError } from './outage.ts'

const withCode = (code: string) => Object.assign(new Error('as the driver words it'), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '53300', '53100', '08006', '25006'])('%s is an outage', (code) => {
  expect(findDriverOutage(withCode(code))).toBeDefined()
})

test.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly', 'Query read timeout'])(
  'the driver’s error "%s" is an outage',
  (message) => expect(findDriverOutage(new Error(message))).toBeDefined(),
)

test.each(['23505', '22001', '42601', 'ERR_INVALID_ARG_TYPE'])('%s is no outage', (code) => {
  expect(findDriverOutage(withCode(code))).toBeUndefined()
})

test('an error of the program is no outage', () => {
  expect(findDriverOutage(new TypeError('Connection of undefined'))).toBeUndefined()
})

test('the same code from elsewhere is no outage of the database', () => {
  const error = withCode('ECONNRESET')
  expect(findOutage(error)).toBeUndefined()
  markDatabaseError(error)
  expect(findOutage(error)).toBeDefined()
})
