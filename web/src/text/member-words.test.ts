import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from './languages.ts'

type Language = keyof typeof languages

/** Words of the interface and of contracts, which members do not read. Of a text without the names of its values. */
const developersWords: Readonly<Record<Language, RegExp>> = {
  en: /\b(labels?|records?|instances?|coin types?|resolvers?|resolv(e[ds]?|ing)|owner keys?|(sub)?registrars?|subnames?|endpoints?|content hash|normali[sz]\w+|onboard\w*|payloads?|api|openapi|calldata|call|null|undefined)\b/i,
  de: /\b(labels?|records?|\w*eintr(a|ä)g\w*|datens(a|ä)tz\w*|instanz(en)?|coin-typ|resolver|(auf)?gelöst|auflösen|\S*registrar|\S*endpunkt|content-hash|\w*api|aufruf)\b/i,
  es: /\b(etiquetas?|registros?|registrador|instancias?|tipo de moneda|resolver(se)?|resuel\w+|endpoints?|punto de acceso|content hash|api|openapi|llamada)\b/i,
  fr: /\b(labels?|libellés?|enregistrements?|registraire|instances?|type de monnaie|résolveur|résolue?s?|résoudre|endpoints?|point d’accès|content hash|api|openapi|appel)\b/i,
  pt: /\b(rótulos?|etiquetas?|registr\w+|instâncias?|tipo de moeda|resolv\w+|endpoints?|content hash|api|openapi|chamada)\b/i,
  tr: /etiket|\bkayıt|kaydın|\börnekler\b|coin tür|çözüml|uç nokta|content hash|\b(open)?api\b|çağrı/i,
  zh: /标签(?!页)|记录|实例|币种类型|解析|注册器|端点|调用|content hash|api/i,
  ja: /ラベル|レコード|インスタンス|コインタイプ|リゾルバ|解決|レジストラ|エンドポイント|呼び出し|content hash|api/i,
  ko: /레이블|라벨|레코드|인스턴스|코인 유형|리졸버|등록기|엔드포인트|호출|content hash|api/i,
  ar: /تسمية|سجل|مثيل|نوع العملة|محلل|تحليل|نقطة وصول|استدعاء|content hash|api/i,
}

/** For developers, who are addressed as such. */
const forDevelopers = [
  ...['api-documentation', 'home.developers-text', 'home.openapi'],
  ...['edit.agent-mcp', 'edit.agent-a2a', 'edit.agent-web'],
]

const read = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8'))

/** What a person reads: without `{values}`, and the keywords of plurals. */
const shown = (text: string) =>
  text.replace(/\{\w+(, (plural|select),)?|\b(zero|one|two|few|many|other) \{/g, ' ')

const codes = Object.keys(languages) as Language[]

describe('The words of the public pages', () => {
  test.each(codes)('rule: in %s, no message has a word of developers', (language) => {
    const found = Object.entries(read(language)).filter(
      ([key, text]) => !forDevelopers.includes(key) && developersWords[language].test(shown(text)),
    )
    expect(found).toEqual([])
  })

  test.each(forDevelopers)('%s is for developers, and has a word of theirs', (key) => {
    expect(codes.filter((language) => developersWords[language].test(read(language)[key] ?? ''))).not.toEqual(
      [],
    )
  })

  test('such a word is found in each language', () => {
    const texts: Readonly<Record<Language, string>> = {
      en: 'No record is different.',
      de: 'Coin-Typ {coin}',
      es: 'Más registros',
      fr: 'Aucun enregistrement n’est différent.',
      pt: 'Mais registros',
      tr: 'Diğer kayıtlar',
      zh: '更多记录',
      ja: 'その他のレコード',
      ko: '추가 레코드',
      ar: 'سجلات أخرى',
    }
    expect(codes.filter((language) => !developersWords[language].test(shown(texts[language])))).toEqual([])
    expect(developersWords.en.test(shown('Changed: {records}.'))).toBe(false)
  })
})
