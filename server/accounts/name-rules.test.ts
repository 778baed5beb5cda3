import { expect, test } from 'vitest'
import { nameSkeleton } from '#server/db/name-skeleton.ts'
import { checkNewName } from './name-rules.ts'

const problemOf = (name: string) => {
  try {
    checkNewName(name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test('accepts names of Last.fm and ListenBrainz in any one alphabet, with digits and punctuation', () => {
  const names = [
    'rj',
    'A_b-9',
    'Señor Ñandú',
    'name.with.dots',
    'ユーザー',
    '田中さん_99',
    'Иван',
    'Αθηνά7',
    'محمد',
    'דוד',
    '김철수',
    'ไทย',
    'देवी',
    'x'.repeat(64),
  ]
  const likeRoles = [
    'supporter of ada',
    'modest',
    'helpless',
    'themodernist',
    'systematic',
    'security-blanket',
    'a-team',
    'rooted',
    'badminton',
    'sideflip',
  ]
  for (const name of [...names, ...likeRoles]) expect([name, problemOf(name)]).toEqual([name, undefined])
})

test('rejects names of one character, with invisible characters or with those of a path', () => {
  const unfit = 'Your username can have letters, digits, punctuation and single spaces.'
  expect(problemOf('a')).toBe('Your username needs at least 2 characters.')
  for (const name of [
    'a/b',
    'a\u202eb',
    '@@ada',
    'a  b',
    'ad\u3164a',
    'a\u0301\u0302\u0303\u0304da',
    '\u0301ada',
    'ad\u00ada',
    'ada\ufe0f',
  ])
    expect([name, problemOf(name)]).toEqual([name, unfit])
})

test('rejects names of digits alone in any script', () => {
  for (const name of ['17', '0042', '１７', '٤٢', '①②'])
    expect([name, problemOf(name)]).toEqual([name, 'Your username needs a letter: digits alone are not enough.'])
})

test('rejects names with mixed alphabets except those of East Asia', () => {
  for (const name of ['аdmin', 'Flіpside', 'pаypal', 'αda', 'Ada Иван', 'дαda'])
    expect([name, problemOf(name)]).toEqual([
      name,
      'Your username mixes letters of different alphabets. Use one of them.',
    ])
  for (const name of ['DJ 田中', 'taroたろう', 'kim김']) expect([name, problemOf(name)]).toEqual([name, undefined])
})

test("rejects names that resemble the operator's, also with digits, punctuation and look-alikes", () => {
  const plain = [
    'System',
    'ＳＹＳＴＥＭ',
    'admin',
    'ADMIN',
    'administrator',
    'support',
    'moderator',
    'flipside',
    'staff',
    'help',
    'security',
    'official',
  ]
  const around = [
    'admin1',
    'admin_',
    '_admin_',
    '1admin',
    'admin-2026',
    'support-team',
    'the.admin',
    'Flipside Support',
    'flipside_news',
    'official-flipside',
    'adminteam',
    'myflipside',
  ]
  const spelled = [
    '4dm1n',
    '$upport',
    'syst3m',
    'fl1pside',
    'FlipsIde',
    'supp0rt',
    'adrnin',
    'Мod'.replace('М', 'M'),
    'admın',
  ]
  const shaped = ['ᴀᴅᴍɪɴ', 'ꜱʏꜱᴛᴇᴍ', 'ꜰʟɪᴘꜱɪᴅᴇ', '🅰dmin', '🅕lipside', '🇦🇩🇲🇮🇳', 'ʍods']
  const translated = ['адмін', 'διαχειριστής', '管理员', '管理者', '관리자']
  const others = ['Track-Swap', 'undefined', 'Deleted member 7']
  for (const name of [...plain, ...around, ...spelled, ...shaped, ...translated, ...others])
    expect([name, problemOf(name)]).toEqual([name, 'This username is reserved. Choose another one.'])
})

test('rejects names that resemble those of deleted members', () => {
  for (const name of ['Deletedmember5', 'deleted-member 5', 'Deleted_Member', 'De1eted mernber 12', 'DELETED MEMBER x'])
    expect([name, problemOf(name)]).toEqual([name, 'This username is reserved. Choose another one.'])
  expect(problemOf('deleted scenes')).toBeUndefined()
})

test.each([
  ['accents', 'administratör flípside àdmin Mödëratör ADMÎN süpport flįpsidé şupport hélpdesk'],
  ['strokes and ligatures', 'administratør mødérator flipsiđe sŧaff ađmin flıpsıde ⱥdmin fłɨpsɨdɇ sʉpport mɵdeɍator'],
  ['sequences that look like a letter', 'aclmin adrnin aclrnin flipsicle moclerator'],
  ['repeated letters', 'Adminn addmin adminnn flippside fliipside Modeerator supportt stafff'],
  ['i, l and 1 for one another', 'admln flipslde fIipside FLlPSIDE fl1ps1de'],
  ['digits and signs', '4dmln! m0d3r@tor adm!n 5upp0rt2 h3lpdesk_7 m0d3r4t0r adm|n Adm¡n f|ipside'],
  ['separated letters', 'a.d.m.i.n ad-min sup_port f.l.i.p.s.i.d.e flip-side'],
  ['other languages', 'administrador administrateur moderateur moderador админ Модератор поддержка'],
  ['glued words', 'siteadmin adminteam supportteam therealadmin modteam AdminTeam FlipsideHQ SupportEU helpdeskeu'],
])('rejects the names of operators with %s', (_, names) => {
  const accepted = names
    .split(' ')
    .filter((name) => problemOf(name) !== 'This username is reserved. Choose another one.')
  expect(accepted).toEqual([])
})

test('rejects the role of an operator beside other words, a region or a person', () => {
  const names = [
    'Site Admin Anna',
    'Anna (Admin)',
    'admin_anna',
    'AnnaAdmin',
    'Moderator Max',
    'Helpdesk EU',
    'support.eu',
    'Support Germany',
    'support-de',
    'Staff Lisa',
    'Mod DE',
    'The Official Help',
    'Security Team Europe',
    'Anna from Support',
    'admin.of.everything',
    'Sïte Admïn Anna',
    'Site Adminn Anna',
    'Site 4dmin Anna',
    'Customer Service',
  ]
  const accepted = names.filter((name) => problemOf(name) !== 'This username is reserved. Choose another one.')
  expect(accepted).toEqual([])
})

/** Given names, family names, bands and nicknames, some with operator words in them. */
const ORDINARY =
  'Admir,Nadmina,Supporter,Amod,Moda,Modus,Modesta,Modeste,Moderat,Mood,Moody,Roma,Rot,Roto,Root Beer,Beetroot,Rooth,' +
  'Owen,Owens,Homeowner Blues,Smooth Operator,System of a Down,LCD Soundsystem,Soundsystem,Helpless,Help me Rhonda,' +
  'Staffan,Stafford,Falstaff,Badminton,Administer,Sadmin Ibrahim,Security Blanket,Officialy,Drake Official,Abuser X,' +
  'Sideflip,Flip,Flipper,B-Side,Side B,Inside,Upside Down,Flips,Clem,Claudia,Clint,McClain,Damian,Damon,Admiral,' +
  'Adele,Adam,Adnan,Adrian,Aamir,Amin,Aminata,Yasmin,Jasmin,Benjamin,Ramin,Carmina,Edwin,Erwin,Irmina,Modibo,' +
  'Mahmoud,Mohammed,Muhammad,Fatima,Aisha,Zainab,Omar,Yusuf,Ibrahim,Khadija,Abdul,Hassan,Hussein,Layla,Noor,' +
  'Anna,Marie,Émile,Zoë,Chloé,François,Noémie,Héloïse,Søren,Bjørn,Åsa,Jörg,Jürgen,Björk,Sigur Rós,Motörhead,Mötley,' +
  'Łukasz,Đorđe,Šimun,Žofie,Özgür,Çağla,İbrahim,Ioan,Ștefan,Jiří,Zdeněk,Krzysztof,Małgorzata,Wojciech,Agnieszka,' +
  'Иван,Дмитрий,Мария,Ольга,Олександр,Наталія,Георги,Милена,Αθηνά,Γιώργος,Ελένη,Δημήτρης,דוד,רחל,محمد,فاطمة,علی,' +
  '田中,山田太郎,さくら,ユウキ,김철수,박지민,王伟,李娜,陳大文,สมชาย,मोहन,প্রিয়া,Nguyễn,Trần,Phương,Linh,Thảo,' +
  'Carlos,José,María,Núñez,Íñigo,João,Conceição,Luís,Paulo,Giuseppe,Nicolò,Matteo,Sofia,Ingrid,Astrid,Freya,Leif,' +
  'Liam,Noah,Emma,Olivia,Ava,Mia,Charlotte,Amelia,Harper,Evelyn,Lucas,Henry,Theodore,Jack,Levi,Mateo,Daniel,Michael,' +
  'Mc Solaar,DJ Shadow,Mod Sun,The Modfather,Rodeo,Modern Talking,Depeche Mode,Daft Punk,Massive Attack,Portishead,' +
  'The Police,Talking Heads,Team Sleep,Radiohead,Real Estate,Chat Pile,Our Girl,The The,A-ha,U2 fan,M83,blink-182,' +
  'Postmaus,Webster,Hosty,Abused Romance,Noreen,Teamo,Deskundig,Centrella,Robot,Bot Fly,Info Wars,Servicio,' +
  'xX_dragon_Xx,rj,musiclover99,vinyl_junkie,nightowl,cat.mom,jazz-hands,8bit,sad_boy,lofi girl,techno.viking'

test('accepts ordinary names, also those that contain the letters of a role', () => {
  const names = ORDINARY.split(',')
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name) => problemOf(name) !== undefined)).toEqual([])
})

test('names that look alike have the same skeleton', () => {
  const pairs = [
    ['paypal', 'PaypaI'],
    ['ada', 'аԁа'],
    ['scope', 'ѕсоре'],
    ['boo', 'bo0'],
    ['Burns', 'bums'],
    ['hello1', 'hellol'],
    ['Señor', 'SEN\u0303OR'],
    ['KOPA', 'КОРА'],
  ]
  for (const [one, other] of pairs) expect([one, nameSkeleton(one ?? '')]).toEqual([one, nameSkeleton(other ?? '')])
  expect(new Set(['ada', 'adá', 'bo', 'Иван', 'ivan', 'ユーザー', 'nab-b', 'nab'].map(nameSkeleton)).size).toBe(8)
})
