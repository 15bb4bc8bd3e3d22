/** The legal texts in Portuguese. These are samples that the provider replaces. */
import type { LegalTexts } from '../legal-text'

export const texts: LegalTexts = {
  agreement: {
    sample: true,
    title: 'Termos de uso',
    lead: 'O que você pode esperar do {name} e o que pedimos de você. Valem a partir do momento em que você cria uma conta ou usa um serviço.',
    sections: [
      {
        title: 'Do que tratam estes termos',
        blocks: [
          'O {name} é um portal para donos de receptores de satélite e IP. Você vincula seus receptores a uma conta, guarda e edita listas de canais na nuvem, pede serviços para os receptores e fala conosco.',
          'O acordo é entre você e o provedor deste portal. Quem usa o portal para uma empresa age em nome dela.',
        ],
      },
      {
        title: 'Sua conta',
        blocks: [
          'Uma conta pertence a uma só pessoa ou empresa. Informe dados verdadeiros, guarde para si sua senha, seus códigos e seus códigos de recuperação, e avise-nos logo se outra pessoa puder conhecê-los.',
          'Depois de 30 minutos sem atividade, a sessão termina. Em Minha conta você vê onde sua conta está aberta e todos os acessos dos últimos 180 dias, e pode encerrar qualquer sessão.',
          'O que é feito com sua senha conta como feito por você, a não ser que antes você nos tenha avisado da perda.',
        ],
      },
      {
        title: 'Seus receptores',
        blocks: [
          'Vincule apenas receptores que são seus ou que você pode administrar. Para vincular são precisos o número de série e o código na tela do receptor. Um receptor fica vinculado a uma só conta de cada vez; havendo desacordo, ouvimos os dois lados e decidimos pelo que puderem comprovar.',
          'Um receptor vinculado informa ao portal a versão do software e os dados do equipamento quando carrega a lista. Ao ser desvinculado, perde na hora o acesso às suas listas.',
        ],
      },
      {
        title: 'Listas de canais na nuvem',
        blocks: [
          'Suas listas continuam suas. Você nos permite guardá-las, convertê-las e entregá-las aos seus receptores enquanto as mantiver aqui.',
          [
            'Você pode guardar até 5 listas próprias, cada uma com até 2000 canais.',
            'Os últimos 500 passos de uma lista podem ser desfeitos.',
            'Uma lista excluída pode ser restaurada por 30 dias; depois disso, ela se perde.',
          ],
          'Uma lista é uma tabela de configurações. Ela não dá direito de assistir a canal algum: para canais criptografados você precisa da permissão de quem os transmite.',
        ],
      },
      {
        title: 'Serviços e períodos',
        blocks: [
          'Um serviço é comprado para um receptor, pelo número de série, e por um número de meses do calendário. Se você renovar antes, o novo período começa onde o anterior termina. O período fica com o receptor quando você o desvincula.',
          'Alguns serviços são destinados a certas regiões. A página do serviço informa isso antes do pagamento.',
          'Podemos melhorar um serviço. Se encerrarmos um durante o seu período, você recebe de volta a parte não usada.',
        ],
      },
      {
        title: 'Pagamentos e reembolsos',
        blocks: [
          'Vale o preço mostrado no momento do pedido. Cartões e carteiras são tratados por provedores de pagamento: números de cartão nunca chegam a este portal.',
          'Para moeda digital você recebe um endereço e um valor válidos por tempo limitado, indicado por uma contagem regressiva. Envie exatamente esse valor, exatamente nessa moeda. Se chegar de menos, você pode enviar o resto em até 24 horas. O que chegar tarde, a mais ou em outra moeda é creditado na sua carteira pelo valor do provedor de pagamento, depois de confirmado.',
          'Um pedido não pago termina por si só. Um reembolso retira a parte não usada de um período e volta pelo caminho do pagamento ou para sua carteira. Os direitos que a lei dá ao consumidor não são afetados.',
        ],
      },
      {
        title: 'Mango e pontos',
        blocks: [
          'Mango é a unidade do próprio portal para pagar aqui. Não é dinheiro nem investimento, não rende juros e não é pago em dinheiro. Pontos são um agradecimento, por exemplo por um convite, e podem ser gastos em pedidos.',
          'Transferências entre contas são definitivas. Depois de dez entradas erradas da senha de pagamento, a carteira fica bloqueada por um tempo, e o portal diz até quando. Se um pagamento com cartão for contestado, o valor fica bloqueado na carteira até que isso se resolva.',
        ],
      },
      {
        title: 'Mensagens e feedback',
        blocks: [
          'Enviamos mensagens no portal sobre seus receptores, serviços e pedidos, e por e-mail ou SMS somente o que você pediu ou o que protege sua conta.',
          'Com um feedback você pode enviar até 3 imagens e 1 vídeo. Envie apenas o que pode repassar. Usamos isso para responder e corrigir falhas, e para nada mais.',
        ],
      },
      {
        title: 'O que não é permitido',
        blocks: [
          [
            'Testar senhas, códigos ou números de série que não são seus.',
            'Sobrecarregar o portal com programas além dos limites publicados.',
            'Compartilhar, vender ou descrever formas de contornar a criptografia de canais.',
            'Enviar o que é ilegal ou sobre o que você não tem direitos.',
            'Passar-se por outra pessoa ou por nós.',
          ],
          'Nesses casos podemos limitar ou desativar a conta. Dizemos por quê, a não ser que a lei proíba.',
        ],
      },
      {
        title: 'Disponibilidade e responsabilidade',
        blocks: [
          'Mantemos o portal com cuidado, mas não sem pausas: manutenção, redes e satélites não dependem só de nós. Os receptores continuam funcionando com a última lista carregada.',
          'Respondemos sem limite por dolo, culpa grave e danos à vida e à saúde, e no mais pelos danos típicos e previsíveis. Guarde uma cópia das listas que importam para você: toda lista pode ser exportada.',
        ],
      },
      {
        title: 'Fim do acordo',
        blocks: [
          'Você pode parar quando quiser: desvincule seus receptores e peça em {email} a exclusão da conta. Antes disso, exporte suas listas e use seu Mango e seus períodos de serviço.',
          'Podemos encerrar o acordo com aviso de 30 dias, e de imediato em caso de abuso grave. O que foi pago e não usado é então reembolsado, exceto após abuso grave.',
        ],
      },
      {
        title: 'Mudanças, lei e contato',
        blocks: [
          'Se estes termos mudarem, uma mensagem do portal avisa com pelo menos 30 dias de antecedência. Se não concordar, você pode encerrá-los até lá.',
          'Vale a lei do país do provedor e, com ela, a proteção que os consumidores têm onde vivem. Se uma frase não for válida, as outras continuam valendo.',
          'Escreva para {email}. Se não chegarmos a um acordo, você pode procurar o órgão de defesa do consumidor do seu país.',
        ],
      },
    ],
  },
  privacy: {
    sample: true,
    title: 'Privacidade',
    lead: 'O que o {name} sabe sobre você, por quê, por quanto tempo e o que você pode fazer a respeito.',
    sections: [
      {
        title: 'Quem é responsável',
        blocks: [
          'O provedor deste portal é responsável pelos seus dados. Escreva para {email} sobre tudo o que está nesta página.',
        ],
      },
      {
        title: 'O que é guardado e por quanto tempo',
        blocks: [
          'Apenas o que o portal precisa para funcionar:',
          {
            facts: [
              [
                'Conta',
                'Nome de usuário, idioma e, se você informou, e-mail, telefone e país: enquanto a conta existir. A senha é guardada somente como um valor do qual não pode ser recuperada (Argon2id).',
              ],
              [
                'Sessões',
                'Quando, de qual endereço e com qual navegador: uma sessão termina após 30 minutos sem atividade. O registro é apagado 30 dias depois.',
              ],
              [
                'Histórico de acessos',
                'Hora, forma, resultado, endereço e navegador de cada acesso e de cada tentativa errada: 180 dias.',
              ],
              [
                'Formulários não enviados',
                'Se a sessão termina enquanto você digita, o que foi digitado espera 24 horas, só por você. Nunca inclui senhas nem códigos, e Sair apaga na hora.',
              ],
              ['Códigos por e-mail ou SMS', 'Valem 10 minutos. O registro é apagado um dia depois.'],
              ['E-mails e SMS enviados a você', 'O texto é apagado assim que é enviado. O registro do envio: 30 dias.'],
              [
                'Receptores',
                'Número de série, modelo, ID do dispositivo, processador, memória, versão do software, último contato e última lista carregada. Ao desvincular, apagam-se o nome do receptor e a escolha da lista.',
              ],
              [
                'Listas de canais',
                'As listas e seus últimos 500 passos: até você excluí-las, e depois 30 dias para restaurar. Um arquivo ilegível ou longo demais espera uma hora pela sua decisão.',
              ],
              [
                'Mensagens e feedback',
                'O que você escreve, o que respondemos e quais mensagens você leu: enquanto a conta existir. Anexos de um feedback nunca enviado são apagados depois de cerca de um dia. Dados de câmera e de localização são retirados das imagens.',
              ],
              [
                'Pedidos, pagamentos, carteira',
                'Valores, horários, formas e a referência do provedor de pagamento: pelo tempo que a lei contábil exigir. Nenhum número de cartão.',
              ],
              ['Tokens de API', 'Nome, uma dica e o último uso. O token em si é guardado apenas como hash.'],
              ['Limites', 'Contadores por conta e endereço contra tentativas em série: de minutos a um dia.'],
              [
                'Registro de auditoria',
                'Quem mudou o quê em questões de segurança, como uma senha ou o vínculo de um receptor: enquanto o portal existir, para resolver disputas.',
              ],
              [
                'Cópias de segurança',
                'Cópias do banco de dados; a nova substitui a mais antiga. Neste exemplo ficam guardadas por 14 dias.',
              ],
            ],
          },
        ],
      },
      {
        title: 'O registro do servidor',
        blocks: [
          'De cada solicitação o servidor anota hora, endereço da página, resultado, duração e o seu endereço de rede, para encontrar falhas e ataques. Senhas, códigos, cookies e o conteúdo de formulários nunca são anotados. Neste exemplo o registro é apagado após 30 dias.',
        ],
      },
      {
        title: 'Cookies e seu navegador',
        blocks: [
          'Há apenas os cookies de que o portal precisa. Nenhum segue você em outros sites, e nada em nossas páginas vem de terceiros.',
          {
            facts: [
              ['Sessão', 'Mantém sua sessão aberta. Some quando a sessão termina ou o navegador é fechado.'],
              ['Idioma', 'O idioma que você escolheu: um ano.'],
              ['Linhas por página', 'O tamanho das suas tabelas: um ano.'],
              ['Visitante', 'Distingue um visitante de outro quando se pede uma verificação ou um código: um dia.'],
              ['Notas breves', 'Uma mensagem para a próxima página ou o passo de um formulário: minutos.'],
            ],
          },
          'Enquanto a sessão está aberta, o navegador também guarda o estado da página, criptografado, e as alterações ainda não salvas. Sair remove os dois.',
        ],
      },
      {
        title: 'O que não fazemos',
        blocks: [
          [
            'Nada de publicidade, de perfis ou de venda de dados.',
            'Nada de rastreamento entre sites, nem scripts, fontes ou imagens de terceiros.',
            'Nenhuma decisão sobre você tomada só por uma máquina, além dos limites contra abuso.',
          ],
        ],
      },
      {
        title: 'Quem mais recebe dados',
        blocks: [
          'Somente quem precisa, e só o necessário:',
          [
            'o servidor de e-mail e o gateway de SMS: seu endereço ou número, e o texto;',
            'provedores de pagamento: número do pedido, valor e moeda; os dados do cartão você digita lá;',
            'quem hospeda os servidores, obrigado por contrato;',
            'autoridades, quando uma lei nos obriga.',
          ],
        ],
      },
      {
        title: 'Como são protegidos',
        blocks: [
          'As conexões são criptografadas, e as senhas são criptografadas mais uma vez antes de sair do navegador, quando os scripts dele estão ativos. Tokens são guardados como hash, e os segredos dos receptores são criptografados. Cada página e cada chamada verifica se o que mostra é seu. Você pode adicionar um aplicativo autenticador como segundo passo.',
        ],
      },
      {
        title: 'Seus direitos',
        blocks: [
          'Você pode ver seus dados, pedir correção ou exclusão, recebê-los em um formato que programas leem, restringir o uso e se opor. Muito você mesmo pode fazer: mudar seus dados em Minha conta, exportar e excluir listas, desvincular receptores, encerrar sessões.',
          'Para o resto, escreva para {email}. Respondemos em um mês. Você também pode reclamar à autoridade de proteção de dados do seu país.',
          'Usamos seus dados para cumprir os termos de uso, proteger o portal e cumprir a lei: essas são as bases legais.',
        ],
      },
      {
        title: 'Crianças',
        blocks: ['O portal é para adultos. Menores o usam com o consentimento dos pais.'],
      },
      {
        title: 'Mudanças',
        blocks: ['Quando esta declaração mudar, uma mensagem do portal avisa. A data no topo é a da última mudança.'],
      },
    ],
  },
}
