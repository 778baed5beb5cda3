import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deezerPlay, tidalStream } from '#tests/support/listen-files.ts'
import { createFileReader } from '#tests/support/read-listens.ts'
import { makeWorkbook, packWorkbook, sheetXml } from '#tests/support/workbooks.ts'
import { makeZip } from '#tests/support/zips.ts'

const { read, spoolDir } = createFileReader(Date.UTC(2024, 5, 1) / 1000)
const ferry = {
  artist: 'Nine Rooms',
  title: 'Slow Ferry',
  listenedAt: 1_715_950_440,
  details: { album: 'Harbour', service: 'deezer.com', links: { isrc: 'DEA622400001' } },
}
const toRows = (...plays: readonly object[]) =>
  plays.map((play) => Object.values(play) as Array<string | number | null>)
const HEADER = Object.keys(deezerPlay())
const history = (...plays: readonly object[]) => ({ '10_listeningHistory': [HEADER, ...toRows(...plays)] })
const others = {
  '0_readme': [['Deezer'], ['Your personal data']],
  '8_favoriteSong': [
    ['Song Title', 'Artist', 'ISRC', 'Album Title'],
    ['Slow Ferry', 'Nine Rooms', 'x', 'Harbour'],
  ],
}
const cells = (...texts: readonly string[]) => `<row>${texts.join('')}</row>`
const HEADER_ROW = cells(...HEADER.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`))
const inHistory = (...rows: readonly string[]) =>
  packWorkbook([{ name: 'xl/worksheets/sheet1.xml', content: sheetXml(HEADER_ROW + rows.join('')) }])
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const play = (title = text('Slow Ferry'), seconds = '<c><v>180</v></c>') =>
  cells(
    title,
    text('Nine Rooms'),
    text('DEA622400001'),
    text('Harbour'),
    text(''),
    seconds,
    text(''),
    text(''),
    text('2024-05-17 12:54:00'),
  )

describe('a workbook', () => {
  test.each([
    ['shared texts', { texts: 'shared' }],
    ['texts in their cells', { texts: 'inline' }],
    ['a namespace', { prefix: 'x:' }],
  ] as const)('the listening history of Deezer is read from a workbook with %s', async (_, options) => {
    const book = makeWorkbook({ ...others, ...history(deezerPlay()) }, options)
    for (const pieceSize of [5, 65_536]) {
      expect(await read(book, pieceSize)).toEqual({ rows: [ferry], sources: ['deezer'], notes: [] })
    }
    expect(
      (await read(makeZip({ name: 'deezer-data.xlsx', content: book }, { name: 'a', content: 'x' }), 65_536)).rows,
    ).toEqual([ferry])
    expect(readdirSync(spoolDir)).toEqual([])
  })

  test('any known table is read from a workbook, with empty cells at the end of its rows', async () => {
    const table = [['My streams'], Object.keys(tidalStream()), Object.values(tidalStream({ time_zone: null }))]
    expect((await read(makeWorkbook({ Sheet1: table }), 65_536)).rows).toEqual([
      'unreadable',
      { ...ferry, listenedAt: ferry.listenedAt + 7200, details: { service: 'tidal.com' } },
    ])
  })

  test('a date may be the number of a day', async () => {
    const day = (ferry.listenedAt * 1000 - Date.UTC(1899, 11, 30)) / 86_400_000
    expect((await read(makeWorkbook(history(deezerPlay({ Date: day }))), 65_536)).rows).toEqual([ferry])
  })

  test('a skipped play has its reason', async () => {
    const plays = [{ 'Listening Time': 12 }, { 'Listening Time': -1 }, { Artist: null }, { Date: 'yesterday' }]
    expect((await read(makeWorkbook(history(...plays.map(deezerPlay))), 65_536)).rows).toEqual([
      'short',
      'short',
      'unnamed',
      'bad_time',
    ])
  })

  test.each([
    ['a formula, of which the stored value counts', play(text('Slow Ferry'), '<c><f>90*2</f><v>180</v></c>')],
    ['a formula with a text', play('<c t="str"><f>"Slow"</f><v>Slow Ferry</v></c>')],
    [
      'a text in several runs, with its pronunciation',
      play('<c t="inlineStr"><is><r><t>Slow </t></r><r><t>Ferry</t></r><rPh><t>X</t></rPh></is></c>'),
    ],
    ['character data', play('<c t="inlineStr"><is><t><![CDATA[Slow Ferry]]></t></is></c>')],
    ['comments', play(`<!-- <c/> -->${text('Slow Ferry')}`)],
    ['an entity that it defines itself, which is not replaced', `<!DOCTYPE x [<!ENTITY a "b">]>${play()}`],
  ])('a cell may be %s', async (_, row) => {
    expect((await read(inHistory(row), 65_536)).rows).toEqual([ferry])
  })

  test('names have their entities, whole numbers and any characters', async () => {
    const plays = [{ 'Song Title': '3005' }, { 'Song Title': 3005 }, { 'Song Title': 'A & B <3 \u{1f525}' }]
    const { rows } = await read(makeWorkbook(history(...plays.map(deezerPlay))), 65_536)
    expect(rows.map((row) => (typeof row === 'string' ? row : row.title))).toEqual([
      '3005',
      '3005',
      'A & B <3 \u{1f525}',
    ])
  })

  test.each([
    ['a formula without a value', play('<c><f>A1</f></c>'), 'unnamed'],
    ['an error instead of a name', play('<c t="e"><v>#REF!</v></c>'), 'unnamed'],
    ['a shared text that does not exist', play('<c t="s"><v>99</v></c>'), 'unreadable'],
    ['a shared text without a number', play('<c t="s"><v>__proto__</v></c>'), 'unreadable'],
    ['a cell as long as a book', play(text('x'.repeat(6000))), 'unreadable'],
    ['a million columns', cells('<c/>'.repeat(1_000_000)), 'unreadable'],
    ['the last column of a sheet', cells('<c r="XFD2"><v>1</v></c>'), 'unreadable'],
    ['long cells', cells(text('x'.repeat(4000)).repeat(30)), 'unreadable'],
    ['more cells than the header', cells(text('x').repeat(12)), 'unreadable'],
  ])('a row with %s is skipped alone', async (_, row, reason) => {
    expect((await read(inHistory(row, play()), 65_536)).rows).toEqual([reason, ferry])
  })

  test.each([
    ['other tables', makeWorkbook(others)],
    ['no sheet', packWorkbook([])],
    ['no text', packWorkbook([{ name: 'xl/worksheets/sheet1.xml', content: '' }])],
  ])('a workbook with %s is no file of listens', async (_, book) => {
    await expect(read(book, 65_536)).rejects.toThrow("Flipside can't read this file")
  })

  test('other documents in a zip are skipped, however many', async () => {
    const letter = makeZip(
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: '<w/>' },
    )
    const letters = Array.from({ length: 150 }, (_, place) => ({ name: `${place}.docx`, content: letter }))
    const { rows, notes } = await read(
      makeZip(...letters, { name: 'a.xlsx', content: makeWorkbook(history(deezerPlay())) }),
      65_536,
    )
    expect([rows, notes]).toEqual([[ferry], []])
  })

  test('a workbook that was cut off is rejected with a sentence', async () => {
    await expect(read(makeWorkbook(history(deezerPlay())).subarray(0, 900), 65_536)).rejects.toThrow(
      'damaged, was cut off',
    )
  })
})
