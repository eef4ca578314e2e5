import sanitize from 'sanitize-html'

export interface CleanText {
  clean: string
  /** Neither text nor pictures are left. */
  isEmpty: boolean
}

/** Sanitizes rich text and reports whether anything is left. Long texts run in a separate thread. */
export function cleanRichText(html: string): CleanText {
  const clean = cleanHtml(html)
  return { clean, isEmpty: textOf(clean) === '' }
}

/** Embedded pictures, or pictures of the product's own articles. */
const ALLOWED_PICTURE = /^(?:data:image\/(?:png|jpeg|gif|webp);base64,|\/help\/[\w.-]+\.webp$)/i

/**
 * Sanitizes rich text: headings, lists, emphasis, tables, links and pictures are allowed. Everything that could run, load from elsewhere or
 * cover the page is removed. Pictures are part of the text (data URLs of png, jpeg, gif or webp) or come with the product, because the CSP
 * allows no pictures of other sites.
 */
export function cleanHtml(html: string): string {
  return sanitize(html, {
    allowedTags: [
      ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'kbd'],
      ...['strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: { b: 'strong', i: 'em', h1: 'h2', a: safeLink },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ALLOWED_PICTURE.test(attribs.src ?? ''),
  })
}

/** An external link opens in a new tab and gets no referrer. */
function safeLink(tagName: string, attribs: Record<string, string>) {
  const isOwn = /^[/#](?![/\\])/.test(attribs.href ?? '')
  const { target: _, rel: __, ...rest } = attribs
  return { tagName, attribs: isOwn ? rest : { ...rest, target: '_blank', rel: 'noopener noreferrer' } }
}

/** The words of a rich text without its markup; empty if it has none. */
export function textOf(html: string): string {
  if (/<img\b/i.test(html)) return html
  return sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim()
}
