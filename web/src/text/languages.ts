/** Of the public pages, by their own names. Each has a file in `messages`. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  tr: 'Türkçe',
  zh: '简体中文',
  ja: '日本語',
  ko: '한국어',
  ar: 'العربية',
} as const
