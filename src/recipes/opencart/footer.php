$data['ringup'] = $this->session->data['ringup']['order'] ?? '';
if ($data['ringup'] && --$this->session->data['ringup']['pages'] < 1) unset($this->session->data['ringup']);
