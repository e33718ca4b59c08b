/** The terms a model file comes under. An administrator sees them before a download (DESIGN §7). */
export interface Licence {
  id: 'MIT' | 'Apache-2.0' | 'LFM-1.0' | 'Gemma' | 'HAI-DEF' | 'Llama-3.2'
  name: string
  url: string | null
  /**
   * True where the terms go beyond notices (use restrictions, revenue limits): somebody must agree
   * to them.
   */
  acceptanceNeeded: boolean
}

const licence = (
  id: Licence['id'],
  name: string,
  url: string | null,
  acceptanceNeeded: boolean,
): Licence => ({ id, name, url, acceptanceNeeded })

export const licences = {
  mit: licence('MIT', 'MIT License', 'https://opensource.org/license/mit', false),
  apache: licence(
    'Apache-2.0',
    'Apache License 2.0',
    'https://www.apache.org/licenses/LICENSE-2.0',
    false,
  ),
  lfm: licence('LFM-1.0', 'LFM Open License v1.0', 'https://www.liquid.ai/lfm-license', true),
  gemma: licence('Gemma', 'Gemma Terms of Use', 'https://ai.google.dev/gemma/terms', true),
  healthAi: licence(
    'HAI-DEF',
    'Health AI Developer Foundations Terms of Use',
    'https://developers.google.com/health-ai-developer-foundations/terms',
    true,
  ),
  llama: licence(
    'Llama-3.2',
    'Llama 3.2 Community License',
    'https://www.llama.com/llama3_2/license/',
    true,
  ),
} satisfies Record<string, Licence>
