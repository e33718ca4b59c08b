/** An EHR's form as Angular has it: its form group, also a part that waits for "blur", is saved. */
import '@angular/compiler'
import { JsonPipe } from '@angular/common'
import { Component, provideZonelessChangeDetection } from '@angular/core'
import { FormControl, FormGroup, ReactiveFormsModule } from '@angular/forms'
import { bootstrapApplication } from '@angular/platform-browser'

const template = `
<form [formGroup]="form">
  <b id="patient">Maria da Silva</b>
  <label>Queixa <input id="complaint" formControlName="complaint"></label>
  <label>História <textarea id="history" formControlName="history"></textarea></label>
  <label>Hipótese <select id="hypothesis" formControlName="hypothesis">
    <option value="">Selecione</option><option value="1">Cefaleia tensional</option>
  </select></label>
  <label>Febre <input id="fever" type="checkbox" formControlName="fever"></label>
  <label><input type="radio" value="F" formControlName="sex" name="sex">Feminino</label>
  <label><input type="radio" value="M" formControlName="sex" name="sex">Masculino</label>
  <pre id="state">{{ form.value | json }}</pre>
</form>`

class Chart {
  form = new FormGroup({
    complaint: new FormControl(''),
    history: new FormControl('', { updateOn: 'blur' }),
    hypothesis: new FormControl(''),
    fever: new FormControl(false),
    sex: new FormControl(''),
  })
}
Component({ selector: 'ehr-chart', template, imports: [ReactiveFormsModule, JsonPipe] })(Chart)

void bootstrapApplication(Chart, { providers: [provideZonelessChangeDetection()] })
