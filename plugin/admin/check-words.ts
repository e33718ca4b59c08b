/**
 * What each check of `svcctl doctor` is called on the page for administration (pt-BR), and what to
 * do where it finds something: the finding itself is in the program's English.
 */
export const checkWords: Readonly<Record<string, { title: string; advice: string }>> = {
  'node.version': {
    title: 'Versão do Node.js',
    advice: 'Instale a versão pedida e reinicie o serviço.',
  },
  'install.build': {
    title: 'Arquivos do programa',
    advice: 'Faltam partes do programa: instale-o de novo, ou compile-o no código-fonte.',
  },
  'machine.memory': {
    title: 'Memória',
    advice: 'Dê mais memória à máquina, ou use modelos menores.',
  },
  'machine.processor': {
    title: 'Processador',
    advice: 'A fala fica lenta neste processador. Em máquina virtual, escolha o tipo “host”.',
  },
  'machine.clock': {
    title: 'Relógio',
    advice: 'Acerte a hora pela rede: prazos, certificados e registros dependem dela.',
  },
  'machine.account': {
    title: 'Conta do serviço',
    advice: 'Execute o serviço em uma conta própria, nunca como root.',
  },
  'machine.open-files': {
    title: 'Limite de arquivos abertos',
    advice: 'Aumente o limite: com muitas gravações ao mesmo tempo ele acaba.',
  },
  'machine.core-dumps': {
    title: 'Cópias da memória em falhas',
    advice: 'Desligue-as: nelas ficaria o que pacientes disseram.',
  },
  'machine.swap': {
    title: 'Memória em disco',
    advice: 'Desligue-a ou cifre-a: partes de consultas podem ir para o disco em claro.',
  },
  'machine.shared-memory': {
    title: 'Memória compartilhada',
    advice: 'Aumente-a: o modelo de linguagem guarda nela o que já leu.',
  },
  'data.folder': {
    title: 'Pasta de dados',
    advice: 'A pasta precisa existir, ser da conta do serviço e de mais ninguém.',
  },
  'data.disk': {
    title: 'Tipo de disco',
    advice: 'Use um disco da própria máquina: pastas de rede perdem o que foi confirmado.',
  },
  'data.space': {
    title: 'Espaço livre',
    advice: 'Libere espaço ou aumente o disco antes que gravações sejam recusadas.',
  },
  'data.speed': {
    title: 'Velocidade de gravação em disco',
    advice: 'Cada trecho de som espera pelo disco: um disco lento aceita menos gravações.',
  },
  'data.owner': {
    title: 'Dono dos dados',
    advice: 'Devolva os arquivos à conta do serviço: o que é de outra conta ele não lê.',
  },
  'data.inodes': {
    title: 'Nomes livres no disco',
    advice: 'O disco não aceita muitos arquivos mais, mesmo com espaço.',
  },
  'data.node': {
    title: 'Pasta deste servidor',
    advice: 'Cada servidor precisa de uma pasta só dele, num disco da própria máquina.',
  },
  'store.reach': {
    title: 'Armazenamento de objetos',
    advice: 'Confira endereço, chave e região: sem ele não se lê o som e os arquivos guardados lá.',
  },
  'store.rights': {
    title: 'Permissões no armazenamento de objetos',
    advice: 'Dê à chave as permissões de listar, gravar, ler e apagar no bucket.',
  },
  'data.config-file': {
    title: 'Arquivo de configuração',
    advice: 'Só a conta do serviço deve poder lê-lo.',
  },
  'data.database-file': {
    title: 'Arquivo do banco de dados',
    advice: 'Só a conta do serviço deve poder lê-lo.',
  },
  'data.database-log': {
    title: 'Diário do banco de dados',
    advice: 'Ele cresce enquanto alguém lê o banco por muito tempo.',
  },
  'data.audio': { title: 'Pasta do som', advice: 'Só a conta do serviço deve poder entrar nela.' },
  'data.audit': {
    title: 'Pasta da auditoria',
    advice: 'Só a conta do serviço deve poder entrar nela.',
  },
  'data.keys': {
    title: 'Pasta das chaves',
    advice: 'Só a conta do serviço deve poder entrar nela: as chaves abrem tudo.',
  },
  'data.models': {
    title: 'Pasta dos modelos de IA',
    advice: 'Só a conta do serviço deve poder escrever nela.',
  },
  'keys.master': {
    title: 'Chave mestra',
    advice: 'Sem ela nada do que foi gravado abre. Guarde uma cópia em outro lugar.',
  },
  'keys.passphrase': {
    title: 'Senha da chave mestra',
    advice: 'Só a conta do serviço deve poder ler o arquivo da senha.',
  },
  'database.integrity': {
    title: 'Banco de dados inteiro',
    advice: 'Pare o serviço e restaure a cópia de segurança mais nova que estiver inteira.',
  },
  'database.rights': {
    title: 'Direitos no banco de dados',
    advice: 'Dê à conta do serviço os direitos que faltam.',
  },
  'database.speed': {
    title: 'Velocidade do banco de dados',
    advice: 'Um banco lento atrasa cada trecho gravado: veja o disco e a rede até ele.',
  },
  'database.schema': {
    title: 'Versão do banco de dados',
    advice: 'Programa e banco são de versões diferentes: svcctl upgrade.',
  },
  'keys.fits': {
    title: 'O que a chave abre',
    advice: 'Esta chave não é a destes dados: devolva a pasta de chaves que pertence a eles.',
  },
  'keys.signing': {
    title: 'Chave de assinatura',
    advice: 'Sem ela os médicos precisam entrar de novo, e nada mais se perde.',
  },
  'data.orphans': {
    title: 'Som das consultas',
    advice: 'Há som sem consulta ou consulta sem som: não apague nada antes de entender por quê.',
  },
  'audit.chain': {
    title: 'Registro de auditoria',
    advice: 'O registro foi alterado ou cortado. Guarde-o como está e avise a direção.',
  },
  'backup.age': {
    title: 'Cópias de segurança',
    advice: 'Faça uma cópia agora, e uma a cada dia, em outro disco.',
  },
  'backup.drill': {
    title: 'Ensaio de restauração',
    advice: 'Só uma cópia restaurada prova que se pode restaurar: svcctl backup drill.',
  },
  'backup.passphrase': {
    title: 'Senha das cópias',
    advice: 'Só a conta do serviço deve poder ler o arquivo da senha.',
  },
  'retention.overdue': {
    title: 'Prazos de guarda',
    advice: 'Há dados além do prazo: veja primeiro com svcctl retention run --dry-run.',
  },
  'speech.compiler': {
    title: 'Compilador',
    advice: 'Sem ele a fala não pode ser preparada nesta máquina.',
  },
  'speech.runtime': {
    title: 'Reconhecedor de fala',
    advice: 'O som é guardado e vira texto quando o reconhecedor estiver pronto.',
  },
  'speech.build-lock': {
    title: 'Trava da compilação',
    advice: 'Uma compilação interrompida deixou a trava; ela pode ser tirada.',
  },
  'speech.model': {
    title: 'Modelo de fala',
    advice: 'Escolha um modelo que esteja instalado e inteiro: svcctl model setup.',
  },
  'speech.vad': {
    title: 'Detecção de voz',
    advice: 'Sem ela, silêncios e ruídos são transcritos também.',
  },
  'speech.speed': {
    title: 'Velocidade da fala',
    advice: 'Se o texto não acompanha a conversa, use um modelo menor ou mais núcleos.',
  },
  'speech.larger-model': {
    title: 'Modelo de fala maior',
    advice: 'Esta máquina aguenta um modelo que erra menos: svcctl model setup.',
  },
  'speech.path': {
    title: 'Do som ao texto',
    advice: 'Uma frase de prova não virou texto: veja o reconhecedor e o modelo.',
  },
  'speech.failed': {
    title: 'Transcrições finais',
    advice: 'Algumas não deram certo. O som está guardado e pode ser transcrito de novo.',
  },
  'documents.model': {
    title: 'Modelo que escreve documentos',
    advice: 'Prove-o nesta máquina antes de confiar: svcctl model prove.',
  },
  'speech.server': {
    title: 'Servidor de fala da rede',
    advice: 'Ele não responde: veja se está ligado e se o endereço é o certo.',
  },
  'documents.server': {
    title: 'Servidor de textos da rede',
    advice: 'Ele não responde: veja se está ligado e se o endereço é o certo.',
  },
  'files.folder': {
    title: 'Pasta de arquivos enviados',
    advice: 'Só a conta do serviço deve poder entrar nela.',
  },
  'files.reader': {
    title: 'Leitura de arquivos',
    advice: 'Arquivos enviados são guardados, mas não viram texto.',
  },
  'network.port': {
    title: 'Porta do serviço',
    advice: 'Outro programa usa a porta, ou o serviço não está em execução.',
  },
  'network.public-url': {
    title: 'Endereço público',
    advice: 'Diga o endereço que os navegadores usam, com HTTPS.',
  },
  'network.way-in': {
    title: 'Caminho dos navegadores até aqui',
    advice: 'O proxy no caminho barra arquivos grandes ou o canal da gravação.',
  },
  'tls.certificate': {
    title: 'Certificado do serviço',
    advice: 'Renove-o antes que vença: depois disso nenhum navegador entra.',
  },
  'tls.key-file': {
    title: 'Chave do certificado',
    advice: 'Só a conta do serviço deve poder lê-la.',
  },
  'network.proxy': {
    title: 'Proxy na frente',
    advice: 'Diga quantos proxies há na frente, ou todos parecem vir do mesmo endereço.',
  },
  'network.demo': {
    title: 'Demonstração',
    advice: 'Desligue-a onde há pacientes de verdade.',
  },
  'access.origins': {
    title: 'Páginas que podem abrir o painel',
    advice: 'Permita só o endereço do prontuário.',
  },
  'access.local-network': {
    title: 'Páginas da internet',
    advice: 'Os navegadores pedem permissão a cada médico; uma política a dá a todos.',
  },
  'access.keys': {
    title: 'Chaves dos prontuários',
    advice: 'Troque chaves antigas e revogue as que ninguém usa.',
  },
  'service.draining': {
    title: 'Preparo para manutenção',
    advice: 'Consultas novas esperam. Retome quando a manutenção terminar.',
  },
  'service.nodes': {
    title: 'Vários servidores',
    advice: 'Inicie de novo o servidor que não responde: systemctl start svc, na máquina dele.',
  },
  'outgoing.held': {
    title: 'Saída isolada',
    advice: 'Nada sai desta instalação. Libere só se ela é a verdadeira, no servidor.',
  },
  'webhook.delivery': {
    title: 'Avisos ao prontuário',
    advice: 'O prontuário não recebe: experimente o caminho e religue depois do conserto.',
  },
  'rnds.profile': {
    title: 'Dados para a RNDS',
    advice: 'Complete os dados do estabelecimento: svcctl rnds profile set.',
  },
  'rnds.certificate': {
    title: 'Certificado da RNDS',
    advice: 'Só vale o e-CNPJ A1 credenciado, dentro do prazo.',
  },
  'rnds.definitions': {
    title: 'Perfis da RNDS',
    advice: 'Há perfis mais novos, ou uma troca marcada: svcctl rnds definitions show.',
  },
  'rnds.hosts': {
    title: 'Servidores da RNDS',
    advice: 'A rede do hospital não os alcança: veja o firewall e o proxy.',
  },
  'rnds.access': {
    title: 'Acesso à RNDS',
    advice: 'A rede não deu acesso a este certificado: veja se é o que foi credenciado.',
  },
  'rnds.waiting': {
    title: 'Registros a caminho',
    advice: 'Veja em Registros da RNDS pelo que esperam, e tente de novo depois do conserto.',
  },
  'terminology.tables': {
    title: 'Tabelas de códigos',
    advice: 'Importe as tabelas do mês: svcctl terminology import.',
  },
}
