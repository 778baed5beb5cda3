import { describe, expect, test } from 'vitest'
import { createWrittenDates } from './written-dates.ts'

const AT = Date.UTC(2026, 6, 3, 12, 41, 3)
const read = createWrittenDates('UTC')

describe('a written date', () => {
  test.each([
    'Jul 3, 2026, 5:41:03\u202fAM PDT',
    'Jul 3, 2026, 12:41:03\u202fPM UTC',
    'Jul 3, 2026, 7:41:03\u00a0AM EST',
    '3 Jul 2026, 13:41:03 BST',
    '3 July 2026, 18:11:03 IST',
    '3 Jul 2026, 06:41:03 GMT-06:00',
    '3 Jul 2026, 22:41:03 AEST',
    '03.07.2026, 14:41:03 MESZ',
    '3 juil. 2026, 14:41:03 CEST',
    '3 juil. 2026, 14:41:03 UTC+2',
    '3 jul 2026, 14:41:03 CEST',
    '3 jul 2026, 6:41:03 a.\u00a0m. CST',
    '3 lug 2026, 14:41:03 CEST',
    '3 de jul. de 2026, 09:41:03 BRT',
    '3 de jul. de 2026, 09:41:03 GMT-3',
    '3 lip 2026, 14:41:03 CEST',
    '3. 7. 2026 14:41:03 SELČ',
    '3. juli 2026, 14:41:03 CEST',
    '3. jul. 2026, 14.41.03 CEST',
    '3.7.2026 klo 14.41.03 UTC+2',
    '2026. júl. 3. 14:41:03 CEST',
    '3 июл. 2026 г., 15:41:03 MSK',
    '3 Tem 2026 15:41:03 GMT+3',
    '3 Ιουλ 2026, 3:41:03 μ.μ. EEST',
    '2026/07/03 21:41:03 JST',
    '2026. 7. 3. 오후 9:41:03 KST',
    '2026年7月3日 GMT+8 20:41:03',
    '19:41:03 GMT+7 3 thg 7, 2026',
    '2026-07-03 14:41:03 GMT+2',
  ])('is read from %s', (text) => {
    expect(new Date(read(text)).toISOString()).toBe(new Date(AT).toISOString())
  })

  test.each([
    ['noon', 'Jul 3, 2026, 12:00:00 PM UTC', Date.UTC(2026, 6, 3, 12)],
    ['midnight', 'Jul 3, 2026, 12:00:00 AM UTC', Date.UTC(2026, 6, 3)],
    ['a minute past midnight', '03.07.2026, 00:01:00 MEZ', Date.UTC(2026, 6, 2, 23, 1)],
  ])('may be %s', (_, text, at) => {
    expect(read(text)).toBe(at)
  })

  test.each([
    ['an unknown zone', 'Jul 3, 2026, 12:41:03 PM XYZ'],
    ['a cut zone', 'Jul 3, 2026, 12:41:03 PM PD'],
    ['no time', 'Jul 3, 2026'],
    ['no year', 'Jul 3, 12:41:03 PM PDT'],
    ['an unknown month', '3 Foo 2026, 12:41:03 CEST'],
    ['a month of Croatian, which is another one in Polish', '3. lip 2026. 14:41:03 CEST'],
    ['a day that does not exist', 'Feb 30, 2026, 12:41:03 PM PDT'],
    ['a time that does not exist', 'Jul 3, 2026, 25:41:03 PDT'],
    ['a long text', `Jul 3, 2026, 12:41:03 PM ${'P'.repeat(100)}`],
    ['nothing', ''],
  ])('is not read with %s', (_, text) => {
    expect(read(text)).toBeNaN()
  })

  test('without a zone is local time, and the zone decides between those of an abbreviation', () => {
    const [dublin, shanghai] = ['Europe/Dublin', 'Asia/Shanghai'].map(createWrittenDates)
    expect(dublin?.('3 Jul 2026, 13:41:03')).toBe(AT)
    expect(dublin?.('3 Jul 2026, 13:41:03 IST')).toBe(AT)
    expect(shanghai?.('Jul 3, 2026, 8:41:03 PM CST')).toBe(AT)
    expect(read('Jul 3, 2026, 6:41:03 AM CST')).toBe(AT)
  })
})
