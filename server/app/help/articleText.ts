interface ArticleText {
  display_name: string
  title: string
  body: string
}

/** An article of a new installation, in both languages. */
export interface HelpArticle {
  help_article_id: number
  module: string
  en: ArticleText
  es: ArticleText
}

/** Joins the parts of an article: HTML unchanged, all others as paragraphs. */
export function text(display_name: string, title: string, ...parts: string[]): ArticleText {
  const body = parts.map((part) => (part.startsWith('<') ? part : `<p>${part}</p>`)).join('')
  return { display_name, title, body }
}

export function list(...items: string[]): string {
  return `<ul>${listed(items)}</ul>`
}

/** A numbered list. */
export function steps(...items: string[]): string {
  return `<ol>${listed(items)}</ol>`
}

/** A screen of the demo, drawn by `npm run pictures:help` and fetched when the article is shown. */
export function picture(name: string, language: 'en' | 'es', alt: string): string {
  return `<p><img src="/help/${name}.${language}.webp" alt="${alt}" width="1280" height="800"></p>`
}

function listed(items: readonly string[]): string {
  return items.map((item) => `<li><p>${item}</p></li>`).join('')
}
