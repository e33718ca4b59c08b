/** What an invitation says: its code, or the link that holds it and the appliance's address. */
export function invitationOf(typed: string): { code: string; address: string | undefined } {
  const text = typed.trim()
  const link = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  const code = new URLSearchParams(link?.hash.slice(1)).get('code')
  if (!link || !code) return { code: text, address: undefined }
  return { code, address: link.origin + link.pathname.replace(/\/extension\/?$/, '') }
}
