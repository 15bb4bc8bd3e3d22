/**
 * Passwords that are guessed first: words, names, rows of keys and dates that lists of leaked passwords begin with, and
 * the endings that people add to them. Written out from rules of this project's own, so that no foreign list is shipped.
 */
import { passwordText } from './password-text'

/** What leaked passwords are made of, in the languages of the portal's customers. */
const words = (
  'password passwort passw0rd p@ssword p@ssw0rd pa55word password! contrasena contraseña motdepasse senha parol parola gozarvazheh welcome letmein iloveyou loveyou ' +
  'sunshine princess football baseball basketball superman batman dragon monkey master shadow michael jordan jennifer jessica ashley charlie daniel thomas andrew joshua ' +
  'matthew anthony robert william george richard nicole amanda hannah samantha alexander alexandra maximus hunter ranger buster soccer hockey tigger pepper ginger summer ' +
  'winter spring autumn orange banana cookie chocolate cheese flower butterfly angel angels freedom secret killer whatever computer internet samsung iphone google facebook ' +
  'youtube instagram twitter microsoft windows liverpool arsenal chelsea barcelona realmadrid juventus manchester yankees cowboys lakers pokemon naruto starwars minecraft ' +
  'fortnite admin administrator root toor guest user test tester testing demo default changeme changeit temp system server database manager support service access login ' +
  'abcd abcde abcdef abcdefg abcdefgh abc qwerty qwertz azerty qwer qwert qazwsx qwaszx asdf asdfgh asdfghjk zxcv zxcvbn zxcvbnm mypassword mypass love lovely baby babygirl ' +
  'hello hallo bonjour hola merhaba salam marhaba privet mohammed muhammad mohamed ahmed ahmad mustafa abdullah fatima khaled hassan hussein ali123 omar allah bismillah inshallah ' +
  'habibi maradona ronaldo messi neymar ronaldinho brasil brazil mexico france paris london moscow moskva russia ukraine cairo egypt tehran iran baghdad algeria morocco ' +
  'dubai saudi turkey natasha marina svetlana nikita sergey dmitry vladimir ekaterina anastasia zenit spartak dynamo teamo amigos corazon estrella bonita guapa alejandra fernando carlos ' +
  'trustno1 michelle corvette mercedes maverick bigdaddy jordan23 elizabeth superstar rockyou loveme sweetheart snowball softball slipknot metallica nirvana blink182 eminem 50cent midnight moonlight starlight rainbow stephanie christian christopher nicholas benjamin jonathan victoria veronica danielle caroline isabella gabriella jasmine brandon marlboro redskins steelers packers mustang porsche ferrari scorpion panthers dolphins cardinal blackjack bluebird buttercup blessed dolphin tinkerbell spongebob nintendo playstation xbox360 xbox360x access14 йцукен matrix gandalf hogwarts startrek firebird thunder lightning hardcore skateboard forever babyboy sexygirl sexy hotstuff cutiepie honey peaches pumpkin precious harley helloworld passport 1g2w3e4r 3rjs1la7qe fqrg7cs493 vfhbyf123 vfhbyf пароль привет любовь солнце tequiero mariposa sebastian alejandro rockstar linkedin myspace fuckyou asshole bullshit drowssap lovers access system32 oracle ' +
  'trustnoone whatsapp telegram tiktok snapchat amazon netflix iloveu iloveme loveyou2 mylove mybaby angel1 bestfriend friends family father mother brother sister daughter monster warrior phoenix eagle falcon panther lion tigers bulldog cowboy chicken coffee kitty kitten puppy doggie money dollar lucky lucky7 winner champion player gamer hacker ninja samurai spiderman ironman hulk avengers marvel batman1 joker naruto1 goku dragonball vegeta sasuke roblox callofduty counter strike apple samsung1 nokia motorola huawei xiaomi android windows7 windows10 p4ssw0rd passwd passcode pass1234 parolamea sifre123 hesloheslo salasana kennwort hallo123 schatz ' +
  'marseille doudou chouchou soleil bonheur loulou amour jetaime flamengo corinthians palmeiras saopaulo vitoria mangotv mango satellite receiver settopbox television starsat tiger'
).split(' ')
/** What is added when a rule asks for digits or a sign. */
const endings = ['', '0', '1', '2', '7', '12', '11', '01', '99', '00', '22', '69', '77', '88', '21', '123', '1234', '12345', '123456', '321', '111', '000', '007', '666', '777', '786', '999', '!', '!!', '@', '1!', '12!', '123!', '1234!', '@1', '@12', '@123', '@1234', '#1', '#123', '_1', '_123', '.1', '.123', '*', '.', '1@', '2019', '2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027', '@2023', '@2024', '@2025', '@2026', 'abc', 'abc123', 'qwerty', 'a']
/** Rows of keys and countings; any piece of 8 to 16 of these, forwards or backwards, is common. */
const rows = [
  '01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn', '1q2w3e4r5t6y7u8i9o0p', '1qaz2wsx3edc4rfv5tgb6yhn', 'qazwsxedcrfvtgbyhnujm',
  'q1w2e3r4t5y6u7i8o9p0', 'zaq12wsxcde34rfv', '1234qwerasdfzxcv', 'qwer1234asdf5678', 'asdf1234zxcv5678', 'a1b2c3d4e5f6g7h8', '1a2b3c4d5e6f7g8h', 'abcd1234efgh5678', 'qwerty1234567890', 'asdfghjkl1234567890', 'йцукенгшщзхъфывапролджэячсмитьбю', 'абвгдеёжзийклмноп',
  'ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي', '147258369', '741852963', '963852741', '159357456', '159753456', '123698745', '123654789', '789456123', '321654987', '123321123', '112233445566778899', '998877665544332211', '010203040506070809', '10203040506070', '123456789a', '123456789q', '12345678a', 'a123456789', 'aa123456789', '123qweasdzxc', 'qweasdzxc123', '!@#$%^&*()',
]
const backwards = (text: string): string => [...text].reverse().join('')
const fits = (text: string): boolean => {
  const length = [...text].length
  return length >= 8 && length <= 16
}

const swaps: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '5': 's', $: 's', '7': 't' }
const unswapped = (text: string): string => [...text].map((letter) => swaps[letter] ?? letter).join('')

let known: ReadonlySet<string> | undefined
/** All combinations that a password may have (8 to 16 characters), in lower case. Made at first need. */
export const commonPasswords = (): ReadonlySet<string> => {
  if (known !== undefined) return known
  const made = new Set<string>()
  for (const word of words) {
    for (const ending of endings) if (fits(word + ending)) made.add(word + ending)
    for (const ending of ['1', '12', '123', '1234', '12345', '123456']) if (fits(ending + word)) made.add(ending + word)
    if (fits(word + word)) made.add(word + word)
  }
  known = made
  return made
}

/** One character, or a short piece again and again ("aaaaaaaa", "abcabcabc", "12341234"). */
const isRepeated = (text: string): boolean => /^(.{1,4}?)\1+.{0,3}$/u.test(text) && new Set(text).size <= 4
/** A date as people write it: eight digits, day or year first. */
const isDate = (text: string): boolean => {
  const parts = /^(?:(\d\d)[./-]?(\d\d)[./-]?(?:19|20)\d\d|(?:19|20)\d\d[./-]?(\d\d)[./-]?(\d\d))$/.exec(text)
  if (parts === null) return false
  const [a, b] = [Number(parts[1] ?? parts[3]), Number(parts[2] ?? parts[4])]
  return a >= 1 && b >= 1 && ((a <= 31 && b <= 12) || (a <= 12 && b <= 31))
}

/** True for a password that programs guess among their first tries. */
export const isCommonPassword = (password: string): boolean => {
  const text = passwordText(password).normalize('NFKC').toLowerCase()
  if (isRepeated(text) || isDate(text)) return true
  for (const row of rows) if (row.includes(text) || backwards(row).includes(text)) return true
  const list = commonPasswords()
  if (list.has(text)) return true
  // Letters replaced by signs that look like them, in the word but not in the ending.
  const ending = /[\d!@#$*._]{0,6}$/.exec(text)?.[0] ?? ''
  for (let cut = 0; cut <= ending.length; cut++) {
    const at = text.length - cut
    if (list.has(unswapped(text.slice(0, at)) + text.slice(at))) return true
  }
  return false
}
