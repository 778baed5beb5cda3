import { describe, expect, test } from 'vitest'
import { encodeText } from '#tests/support/encode-text.ts'
import { createFileReader } from '#tests/support/read-listens.ts'

const { read } = createFileReader(Date.UTC(2024, 5, 1) / 1000)

const german = ['Die Ärzte,Schrei nach Liebe', 'Motörhead,Ace of Spades', 'Fettes Brot,Lass die Finger von’n Füßen']
const french = ['Zaz,Je veux – été', 'Benjamin Biolay,Négatif créé', 'Françoise Hardy,«Où est-elle passée?»']
const nordic = [
  'Sigur Rós,Ágætis byrjun',
  'Eivør,Trøllabundin',
  'Mitä mä teen?,Yö on pitkä – pää täynnä',
  'Röyksopp,Þú ert',
]
const spanish = ['Rosalía,MALAMENTE', 'Maná,¿Dónde jugarán los niños?', 'Caetano Veloso,Coração Vagabundo']
const russian = [
  'Кино,Группа крови',
  'ДДТ,Осень',
  'Би-2,Полковнику никто не пишет',
  'Земфира,Хочешь?',
  'Мумий Тролль,Владивосток 2000',
]
const ukrainian = ['Океан Ельзи,Без бою', 'Скрябін,Люди, як кораблі', 'Один в каное,Човен']
const japanese = [
  '米津玄師,感電',
  '宇多田ヒカル,First Love',
  '椎名林檎,ここでキスして。',
  'くるり,ばらの花',
  'スピッツ,チェリー',
]
const greek = ['Χαρούλα Αλεξίου,Πανσέληνος', 'Γιώργος Νταλάρας,Μη μιλάς', 'Πυξ Λαξ,Έπαψες αγάπη να θυμίζεις']
const chinese = ['周杰伦,七里香', '王菲,红豆', '陈奕迅,十年', '邓丽君,月亮代表我的心']
const korean = ['아이유,좋은 날', '볼빨간사춘기,우주를 줄게']
const polish = ['Myslovitz,Długość dźwięku samotności', 'Łona i Webber,Błąd', 'Kult,Gdy nie ma dzieci – żółw']

/** Returns names as the CSV of ghan.nl, in an encoding. */
function csvOf(encoding: string, names: readonly string[]): Buffer {
  const rows = names.map((pair, place) => {
    const [artist, ...title] = pair.split(',')
    return `"${1_715_950_440 + place * 300}","17 May 2024","${artist}","","","","${title.join(',')}",""`
  })
  return encodeText(encoding, `uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n${rows.join('\n')}\n`)
}
const namesIn = (rows: readonly unknown[]) =>
  rows.map((row) => (typeof row === 'object' ? `${Object(row).artist},${Object(row).title}` : row))

describe('a CSV file that is not UTF-8', () => {
  test.each([
    ['windows-1252', 'German', german],
    ['windows-1252', 'French', french],
    ['windows-1252', 'Nordic', nordic],
    ['windows-1252', 'Spanish and Portuguese', spanish],
    ['windows-1251', 'Russian', russian],
    ['windows-1251', 'Ukrainian', ukrainian],
    ['koi8-r', 'Russian', russian],
    ['shift_jis', 'Japanese', japanese],
    ['euc-jp', 'Japanese', japanese],
  ])('a CSV file in %s is read with its %s names', async (encoding, _, names) => {
    expect(namesIn((await read(csvOf(encoding, names))).rows)).toEqual(names)
    const mixed = ['Nine Rooms,Slow Ferry', 'Loam,Peat', ...names]
    expect(namesIn((await read(csvOf(encoding, mixed))).rows)).toEqual(mixed)
  })

  test.each([
    ['windows-1253', 'Greek', greek],
    ['gbk', 'Chinese', chinese],
    ['big5', 'Chinese', chinese.map((name) => name.replaceAll(/[伦红陈丽亮军邓迅君]/g, '中'))],
    ['euc-kr', 'Korean', korean],
    ['windows-1250', 'Polish', polish],
  ])('a CSV file in %s is rejected with its %s names, never read as other letters', async (encoding, _, names) => {
    await expect(read(csvOf(encoding, names))).rejects.toThrow('Save it as UTF-8')
  })

  test('letters of another alphabet after a beginning in ASCII are read too, in pieces', async () => {
    const plain = Array.from({ length: 600 }, (_, place) => `Nine Rooms,Track ${place}`)
    const all = [...plain, ...russian, ...plain, ...russian]
    expect(namesIn((await read(csvOf('windows-1251', all), 5000)).rows)).toEqual(all)
  })

  test('rows in an unknown encoding far behind the beginning are unreadable', async () => {
    const plain = Array.from({ length: 600 }, (_, place) => `Nine Rooms,Track ${place}`)
    const { rows } = await read(csvOf('windows-1253', [...plain, ...greek]))
    expect(namesIn(rows)).toEqual([...plain, ...greek.map(() => 'unreadable')])
  })
})

test('a NUL in the beginning of a file costs at most its line', async () => {
  const file = csvOf('utf-8', ['Nine\0 Rooms,Slow Ferry', 'Loam,Peat'])
  expect(namesIn((await read(file)).rows)).toEqual(['Nine Rooms,Slow Ferry', 'Loam,Peat'])
  const line = (title: string) =>
    `{"listened_at":1715950440,"track_metadata":{"artist_name":"Loam","track_name":"${title}"}}\n`
  expect(namesIn((await read(Buffer.from(line('a\0') + line('Peat')))).rows)).toEqual(['unreadable', 'Loam,Peat'])
  await expect(read(Buffer.from('\0\u0001\u0002PNG'.repeat(9000)))).rejects.toThrow("can't read this file")
})
