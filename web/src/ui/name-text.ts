const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const isolate = (text: string) => `\u2068${text}\u2069`

/**
 * A name for a text that has no markup, such as a title: with characters that isolate each label and keep the whole from left to right
 * (UAX 9), if it has letters that run from right to left. Elsewhere `NameTitle` and `NameLine` draw names.
 */
export function nameText(name: string): string {
  return rightToLeft.test(name) ? `\u2066${name.split('.').map(isolate).join('.')}\u2069` : name
}
