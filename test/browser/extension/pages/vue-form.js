/** An EHR's form as Vue has it: its model, also one that waits for "change", is what it saves. */
import { createApp } from 'vue/dist/vue.esm-bundler.js'

const state = { complaint: '', history: '', hypothesis: '', fever: false, sex: '' }

const template = `
<form>
  <b id="patient">Maria da Silva</b>
  <label>Queixa <input id="complaint" v-model="state.complaint"></label>
  <label>História <textarea id="history" v-model.lazy="state.history"></textarea></label>
  <label>Hipótese <select id="hypothesis" v-model="state.hypothesis">
    <option value="">Selecione</option><option value="1">Cefaleia tensional</option>
  </select></label>
  <label>Febre <input id="fever" type="checkbox" v-model="state.fever"></label>
  <label><input type="radio" name="sex" value="F" v-model="state.sex">Feminino</label>
  <label><input type="radio" name="sex" value="M" v-model="state.sex">Masculino</label>
  <pre id="state">{{ JSON.stringify(state) }}</pre>
</form>`

createApp({ template, data: () => ({ state }) }).mount('#root')
